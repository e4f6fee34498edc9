import { type Analysis, analyse } from "../../../src-shared/language/index.ts";

/** Texts always kept: a write uses the text before it and the text after it. */
const KEPT = 2;
/** Most characters of further texts: small ones from drafts written at the same time. */
const KEPT_LENGTH = 65_536;

/**
 * Caches the last analyses: a write, its check and its answer ask for the same texts. Callers must not mutate them.
 */
export function readTexts(allowedHosts: () => readonly string[]): (text: string) => Analysis {
  let kept: readonly { readonly text: string; readonly hosts: string; readonly analysis: Analysis }[] = [];
  return (text) => {
    const allowedCallbackHosts = allowedHosts();
    const hosts = allowedCallbackHosts.join(" ");
    const found = kept.find((one) => one.text === text && one.hosts === hosts);
    const read = found ?? { text, hosts, analysis: analyse(text, { allowedCallbackHosts, documentPaths: false }) };
    let length = 0;
    kept = [read, ...kept.filter((one) => one !== found)].filter((one, at) => {
      length += one.text.length;
      return at < KEPT || length <= KEPT_LENGTH;
    });
    return read.analysis;
  };
}
