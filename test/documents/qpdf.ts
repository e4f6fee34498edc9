import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./harness.ts";

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const KEPT_ACTIONS = new Set(["/GoTo", "/URI", "/Named"]);
const BAD_KEYS = new Set([
  "/AA",
  "/JS",
  "/JavaScript",
  "/XFA",
  "/EmbeddedFiles",
  "/EF",
  "/AF",
  "/Collection",
  "/Requirements",
  ...["/Dur", "/Trans", "/HideToolbar", "/TR"],
  ...["/Order", "/Configs", "/Usage", "/Alternates", "/PresSteps", "/Ref", "/Renditions"],
]);
const BAD_TYPES = new Set(["/Filespec", "/EmbeddedFile", "/Rendition", "/MediaClip"]);
const BAD_ACTIONS = new Set(
  ["JavaScript", "Launch", "SubmitForm", "ResetForm", "ImportData", "GoToR", "GoToE", "Thread", "Sound", "Movie"]
    .concat(["Hide", "SetOCGState", "Rendition", "Trans", "GoTo3DView", "RichMediaExecute"])
    .map((one) => `/${one}`),
);
const GOOD_ANNOTATIONS =
  /^\/(Link|Text|FreeText|Line|Square|Circle|Poly.*|Highlight|Underline|Squiggly|StrikeOut|Caret|Stamp|Ink|Popup|Redact|Watermark|Widget)$/;

function objectsOf(pdf: Uint8Array): Json {
  const file = join(temporaryFolder(), "file.pdf");
  writeFileSync(file, pdf);
  const { stdout, stderr, status, error } = spawnSync("qpdf", ["--json=2", "--json-key=qpdf", file], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  // 3: it read the file, with warnings.
  if (status !== 0 && status !== 3) throw new Error(stderr);
  return JSON.parse(stdout).qpdf[1];
}

/** What an independent reader finds of active content in a PDF: places and what stands there. */
export function activeContentOf(pdf: Uint8Array): readonly string[] {
  const found: string[] = [];
  const walk = (value: Json, place: string, within: "keywords" | "names" | "appearances"): void => {
    if (Array.isArray(value)) for (const [at, item] of value.entries()) walk(item, `${place}[${at}]`, "keywords");
    else if (typeof value === "object" && value !== null) {
      const dict = value as { readonly [key: string]: Json };
      if (within !== "names") look(dict, place, found);
      for (const [key, item] of Object.entries(dict)) walk(item, `${place}${key}`, under(within, key));
    }
  };
  walk(objectsOf(pdf), "", "keywords");
  return found;
}

/** Some dictionaries have names of the author's choice for keys: fonts, forms, the states of a button. */
function under(within: string, key: string): "keywords" | "names" | "appearances" {
  if (within === "appearances") return /^\/[NRD]$/.test(key) ? "names" : "keywords";
  if (within === "keywords" && key === "/AP") return "appearances";
  return within === "keywords" && /^\/(Font|XObject|Properties|Dests)$/.test(key) ? "names" : "keywords";
}

function look(dict: { readonly [key: string]: Json }, place: string, found: string[]): void {
  const { "/S": action, "/Type": type, "/URI": address, "/Subtype": subtype } = dict;
  const is = (set: ReadonlySet<string>, value: Json | undefined) => typeof value === "string" && set.has(value);
  const isAction = type === "/Action";
  const wrong: Readonly<Record<string, boolean>> = {
    [`type ${type}`]: is(BAD_TYPES, type),
    [`action ${action}`]: is(BAD_ACTIONS, action) && !("/K" in dict),
    "an action that is not kept": isAction && !is(KEPT_ACTIONS, action),
    "a chain": isAction && "/Next" in dict,
    [`address ${address}`]: typeof address === "string" && !/^u:(https?:\/\/|mailto:)\S*$/.test(address),
    "a base of addresses": typeof address === "object",
    [`annotation ${subtype}`]: type === "/Annot" && !GOOD_ANNOTATIONS.test(String(subtype)),
    PostScript: subtype === "/PS",
    "a state of layers": "/AS" in dict && !("/AP" in dict),
  };
  for (const key of Object.keys(dict)) if (BAD_KEYS.has(key)) found.push(`${place}: ${key}`);
  for (const [what, isWrong] of Object.entries(wrong)) if (isWrong) found.push(`${place}: ${what}`);
}
