import { z } from "zod";

// The pages' content policy forbids code made from strings; zod must not try. Import it before any schema is used.
z.config({ jitless: true });
