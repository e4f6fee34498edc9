import type { Migration } from "../migration.ts";

/** Whether a virtual clock still has instances is asked when one of them is deleted; most live on the real one. */
export const clockUses: Migration = {
  version: 7,
  name: "clock-uses",
  script: `
    CREATE INDEX instances_on_virtual_clocks ON instances (clockId) WHERE clockId <> 'real';
  `,
};
