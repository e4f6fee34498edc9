import { expect, test, vi } from "vitest";
import { machineTimeZone } from "../../src-main/workspace/settings.ts";

test.each([
  ["Europe/Stockholm", "Europe/Stockholm"],
  [":/etc/localtime", "UTC"],
  ["", "UTC"],
  ["Not/A_Zone", "UTC"],
])("law 4: on a machine whose TZ is `%s` the time zone is %s", (given, zone) => {
  vi.stubEnv("TZ", given);
  expect(machineTimeZone()).toBe(zone);
});
