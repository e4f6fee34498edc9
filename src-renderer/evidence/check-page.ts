import {
  type BundleReport,
  checkBundle,
  type JudgeSeal,
  judgePdfSeal,
  type SignatureCrypto,
  type Source,
} from "../../src-shared/evidence/index.ts";
import { problemFor } from "./problems.ts";
import { textsFor } from "./texts.ts";
import "./check-page.css";

/**
 * A page that checks an evidence bundle anywhere, also from disk: one file without a framework or library, so that
 * recipients of a bundle need no Countersign.
 */

const t = textsFor(navigator.language);
const { subtle } = window.crypto;
const RSA = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;
/** The types of WebCrypto want bytes that no other thread shares; ours are. */
const own = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>;

const webCrypto: SignatureCrypto = {
  sha256: async (...parts) => {
    const [first] = parts;
    const whole = parts.length === 1 && first !== undefined ? own(first) : await new Blob(parts.map(own)).arrayBuffer();
    return new Uint8Array(await subtle.digest("SHA-256", whole));
  },
  fits: async (publicKey, signature, signed) => {
    const key = await subtle.importKey("spki", own(publicKey), RSA, false, ["verify"]);
    return subtle.verify(RSA, key, own(signature), own(signed));
  },
};

async function inflate(packed: Uint8Array): Promise<Uint8Array> {
  const unpacked = new Blob([own(packed)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

const judgeSeal: JudgeSeal = (pdf) => judgePdfSeal(pdf, webCrypto, inflate);

const sourceOfFile = (file: File): Source => ({
  size: file.size,
  read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
});

type Child = Node | string;

function element(name: string, properties: Readonly<Record<string, string>>, ...children: readonly Child[]) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const card = (tone: "good" | "bad" | "note", title: string, ...children: readonly Child[]) =>
  element("section", { class: tone }, element("h2", {}, title), ...children);
const paragraph = (...children: readonly Child[]) => element("p", {}, ...children);
/** Names come from strangers: their direction stays their own. */
const name = (text: string) => element("bdi", {}, text);
const list = (items: readonly (readonly Child[])[]) =>
  element("ul", {}, ...items.map((item) => element("li", {}, ...item)));

/** What the PDF's own signature says: the bundle's is another one. */
function sealOf(seal: BundleReport["seals"][number]["seal"] | undefined): readonly Child[] {
  if (seal?.valid !== true || seal.signer === null) return [t.sealBroken];
  return [
    `${t.sealedBy} `,
    name(seal.signer),
    `. ${t.certificate}: `,
    element("code", {}, seal.certificateSha256 ?? ""),
  ];
}

/** Of a run or a document; one of a newer version stands as it is written. */
function stateWord(state: string): string {
  switch (state) {
    case "completed":
    case "failed":
    case "canceled":
    case "timed_out":
    case "sealed":
    case "rejected":
      return t[state];
    default:
      return state.replaceAll("_", " ");
  }
}

function signerCard(signer: BundleReport["signer"]): Node {
  if (signer === null) return card("bad", t.signer, paragraph(t.nobody));
  const who = [
    paragraph(name(signer.name), signer.signedAt === null ? "" : `, ${signer.signedAt}`),
    paragraph(`${t.certificate}: `, element("code", {}, signer.certificateSha256)),
  ];
  return signer.proven
    ? card("note", t.signer, ...who, paragraph(t.trust))
    : card("bad", t.signer, paragraph(t.unproven), ...who);
}

function shown({ whole, problems, signer, simulated, run, seals }: BundleReport): readonly Node[] {
  const cards: Node[] = [
    whole
      ? card("good", t.whole, paragraph(t.wholeText))
      : card(
          "bad",
          t.broken,
          paragraph(t.brokenText),
          list(
            problems.map(({ file, message }) => [
              name(file ?? t.bundle),
              ` ${problemFor(navigator.language, message)}`,
            ]),
          ),
        ),
    signerCard(signer),
    simulated
      ? card("note", t.simulated, paragraph(t.simulatedText))
      : card("note", simulated === null ? t.unknown : t.real),
  ];
  if (run !== null)
    cards.push(
      card(
        "note",
        t.run,
        paragraph(name(run.title), ` (${stateWord(run.status)}, ${run.ended})`),
        paragraph(`${t.documents}:`),
        list(
          run.documents.map(({ title, file, state, sealed }) => [
            name(title),
            `, ${stateWord(state)}, ${file}. `,
            ...(sealed ? sealOf(seals.find((one) => one.file === file)?.seal) : [t.unsealed]),
          ]),
        ),
      ),
    );
  return cards;
}

const result = element("div", { role: "status" });

async function check(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  result.replaceChildren(paragraph(t.checking));
  try {
    if (/^.PDF-/.test(await file.slice(0, 5).text()))
      return result.replaceChildren(card("bad", t.isPdf, paragraph(t.isPdfText)));
    result.replaceChildren(...shown(await checkBundle(sourceOfFile(file), webCrypto, judgeSeal)));
  } catch {
    result.replaceChildren(card("bad", t.unread)); // A folder, or a file that is gone or was changed meanwhile.
  }
}

function start(): void {
  document.documentElement.lang = t === textsFor("sv") ? "sv" : "en";
  document.title = t.title;
  const input = element("input", { type: "file", accept: ".asice,.zip" }) as HTMLInputElement;
  const drop = element("label", {}, t.choose, input);
  input.addEventListener("change", () => void check(input.files?.[0]));
  const over = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    drop.classList.toggle("over", isOver);
  };
  document.addEventListener("dragover", over(true));
  document.addEventListener("dragleave", over(false));
  document.addEventListener("drop", (event) => {
    over(false)(event);
    void check(event.dataTransfer?.files[0]);
  });
  const works = window.isSecureContext;
  const page = element(
    "main",
    {},
    element("h1", {}, t.title),
    ...(works ? [paragraph(t.intro), drop] : [card("bad", t.noCrypto)]),
    result,
  );
  document.body.append(page);
}

start();
