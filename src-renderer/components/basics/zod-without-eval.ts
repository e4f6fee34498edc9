import { z } from "zod";

// The pages' content policy forbids code made from strings; zod must not try. Imported before whatever parses.
z.config({ jitless: true });
