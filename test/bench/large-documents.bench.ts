import { cpSync } from "node:fs";
import path from "node:path";
import type { Row } from "./row.ts";
import { accountOf, numbers, ONCE, place } from "./sync-place.ts";
import { bareClient, type Large, type Program, startRemote } from "./sync-program.ts";

/** Flows and runs, each with a document of its own. */
const COUNT = 3;
const MEBIBYTES = 45;
/** The most memory that a process that syncs may ever have, MiB. */
const CEILING = 300;

/** Large documents that come in with flows, and as the sealed ones of runs, in one sync [Y12]. */
export const largeDocuments: Row = {
  name: "sync-large-documents",
  unit: "MiB/s",
  each: 2 * COUNT * MEBIBYTES,
  atLeast: 0.05,
  unlike: `Ours also reads each document twice with our own reader and once with the viewer's, writes it anew without active content, proves that it can be sealed or checks its seal, and keeps it durably; undici writes the same bytes to the disk, four at once. A sync that takes more than ${CEILING} MiB fails the row.`,
  peers: [],
  pace: ONCE,
  async open() {
    const at = place();
    const [there, here] = [at.folder(), at.folder()];
    const filler = await at.program(there);
    const { flows, runs } = (await filler.ask({ kind: "large", count: COUNT, mebibytes: MEBIBYTES })) as Large;
    await filler.ask({ kind: "close" });
    const before = await startRemote(there);
    const adopter = await at.program(here);
    await adopter.ask({ kind: "add", account: accountOf(before) });
    await adopter.ask({ kind: "adopt", runs });
    await adopter.ask({ kind: "close" });
    adopter.end();
    await before.stop();
    await filler.ask({ kind: "open", dir: there });
    await filler.ask({ kind: "play", runs });
    await filler.ask({ kind: "close" });
    filler.end();
    const remote = at.later(await startRemote(there, new URL(before.url).port), ({ stop }) => stop());
    const bare = at.later(bareClient(remote), ({ close }) => close());
    const documents = [...flows, ...runs.map(({ key }) => key)];
    const downloads = at.folder();
    cpSync(here, downloads, { recursive: true });
    let program: Program;
    return {
      ours: {
        title: `sync of ${2 * COUNT} documents of ${MEBIBYTES} MiB`,
        async prepare() {
          const workspace = at.folder();
          cpSync(here, workspace, { recursive: true });
          program = await at.program(workspace);
        },
        async run() {
          const { mebibytes } = await program.sync(COUNT, true);
          const sealed = await program.ask({ kind: "sealed" });
          if (sealed !== COUNT) throw new Error(`${String(sealed)} of ${COUNT} sealed documents came.`);
          program.end();
          if (mebibytes > CEILING) throw new Error(`A sync took ${mebibytes.toFixed(0)} MiB.`);
        },
      },
      peer: {
        title: "bare undici, the same files",
        run: () =>
          bare.each(numbers(documents.length), (nth) =>
            bare.download(`/api/v2/documents/${documents[nth]}/files/main.pdf`, path.join(downloads, `${nth}.pdf`)),
          ),
      },
      note: () =>
        `At most ${Math.max(...at.seen().map((one) => one.mebibytes)).toFixed(0)} MiB a sync; wanted: at most ${CEILING} MiB.`,
      close: at.close,
    };
  },
};
