import type { Migration } from "./migration.ts";

/** What stood in for the receiver of an attempt: read from its answer before. */
export const standIns: Migration = {
  version: 29,
  name: "stand-ins",
  script: `
    ALTER TABLE callback_attempts ADD COLUMN standIn TEXT;
    UPDATE callback_attempts SET standIn = CASE
      WHEN ifnull(responseBody, error) GLOB 'SIMULATED by the fault lab*' THEN 'fault_lab'
      WHEN json_valid(responseHeaders) AND responseHeaders ->> '$.server' = 'countersign-receiver' THEN 'built_in'
    END;
  `,
};
