import { main } from "../src-main/cli/main.ts";
import { at } from "./places.ts";

/** `npm run demo`: a loan with two documents, SMS codes, reminders and callbacks, played from the start to the seals. */
process.exitCode = await main([
  "run",
  at("resources/examples/loan/loan.flow.yaml"),
  "--receiver",
  "--reminders",
  ...process.argv.slice(2),
]);
