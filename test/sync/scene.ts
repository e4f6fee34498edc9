import { mkdtempSync } from "node:fs";
import path from "node:path";
import { copyFolder } from "../harness/temporary.ts";
import { openEntrance } from "./fault-proxy.ts";
import { openRig, openRigAgain, type RemoteName, type Rig, type RigBefore, type RigOptions } from "./rig.ts";

export type SceneOptions = Pick<RigOptions, "name" | "disguise" | "patience" | "grace" | "timeout" | "restsAfter">;

/** A rig, and what its preparation tells of it. */
export type Scene<T> = { readonly rig: Rig } & T;

/**
 * Rigs that begin with what `prepare` does. It is done once for each remote, and the tests get copies: to play it costs more
 * than what most of them try.
 */
export function scene<T extends object>(
  prepare: (rig: Rig) => Promise<T>,
): (options?: SceneOptions) => Promise<Scene<T>> {
  const known = new Map<RemoteName, Promise<{ readonly before: RigBefore; readonly made: T }>>();
  return async ({ name = "countersign", ...options } = {}) => {
    const kept = known.get(name) ?? played(name, prepare);
    known.set(name, kept);
    const { before, made } = await kept;
    return { rig: await openRigAgain(before, options), ...made };
  };
}

async function played<T extends object>(name: RemoteName, prepare: (rig: Rig) => Promise<T>) {
  const entrance = await openEntrance();
  entrance.unref();
  const rig = await openRig({ name, entrance });
  const made = await prepare(rig);
  const { remote, workspace, proxy } = rig;
  const at = Date.now() + rig.ahead;
  await workspace.host.close();
  await remote.service.close();
  await remote.host.close();
  const service = { dir: kept(remote.dir), clockId: remote.clockId };
  const before: RigBefore = { name, workspace: kept(workspace.dir), service, entrance, asked: [...proxy.asked], at };
  return { before, made };
}

/** A copy that stays until the end of the run (template.ts). */
function kept(dir: string): string {
  const copy = mkdtempSync(path.join(process.env.COUNTERSIGN_TEST_SCENES ?? "", "scene-"));
  copyFolder(dir, copy);
  return copy;
}

/** The account has a flow that can be started. */
export const withFlow = scene((rig) => rig.flow());
/** And a run that was started from here. */
export const withRun = scene((rig) => rig.started());
