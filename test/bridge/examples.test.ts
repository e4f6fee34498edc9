import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { loadExamples } from "../../src-main/bridge/index.ts";
import { analyse } from "../../src-shared/language/index.ts";
import { EXAMPLES } from "../harness/workspace.ts";

const { list } = loadExamples(EXAMPLES);

test.each(list)(
  "the index says of the example $name what its flow says: its title, and who acts in each stage",
  (it) => {
    const { draft, process } = analyse(readFileSync(path.join(EXAMPLES, it.name, `${it.name}.flow.yaml`), "utf8"));
    const stages = (process?.stages ?? []).map(({ name, conditions }) => ({
      name,
      people: [...new Set(conditions.flatMap(({ users }) => users))],
    }));
    expect({ flow: it.flow, stages: it.stages }).toEqual({ flow: draft?.title, stages });
  },
);
