/** PDFs with each kind of active content, made by hand. */
import type { RemovedContent } from "../../src-main/documents/index.ts";
import { handmadePdf, PAGES, page, stream } from "./pdfs.ts";

const catalog = (more: string): string => `<< /Type /Catalog /Pages 2 0 R ${more} >>`;
const inCatalog = (more: string, ...others: string[]): Uint8Array =>
  handmadePdf([catalog(more), PAGES, page("/Contents 4 0 R"), stream("BT ET"), ...others]);
const inPage = (more: string, ...others: string[]): Uint8Array =>
  handmadePdf([catalog(""), PAGES, page(`/Contents 4 0 R ${more}`), stream("BT ET"), ...others]);
const annotation = (more: string): string => `<< /Type /Annot /Rect [10 10 90 90] ${more} >>`;
const annotated = (more: string, ...others: string[]): Uint8Array =>
  inPage("/Annots [5 0 R]", annotation(more), ...others);
const linked = (action: string, ...others: string[]): Uint8Array =>
  annotated(`/Subtype /Link /A << /Type /Action ${action} >>`, ...others);

const SCRIPT = "/S /JavaScript /JS (app.alert(1))";
const WIDGET = "/Subtype /Widget /FT /Btn /T (b)";
const GROUPS = "<< /Type /OCG /Name (One) /Usage << /Print << /PrintState /OFF >> /View << /ViewState /OFF >> >> >>";
const PAYLOAD = "/EmbeddedFiles << /Names [(a.exe) 5 0 R] >>";
const FILE = "<< /Type /Filespec /F (a.exe) /EF << /F 6 0 R >> >>";
const EMBEDDED = stream("MZ", "/Type /EmbeddedFile");
const APPEARANCE = stream("0 0 9 9 re f", "/Type /XObject /Subtype /Form /BBox [0 0 9 9]");

/** What it is, the PDF, and one of the kinds that must be told. */
export const ACTIVE: readonly (readonly [string, Uint8Array, RemovedContent])[] = [
  ["a script when it opens", inCatalog(`/OpenAction << ${SCRIPT} >>`), "scripts"],
  ["a named script", inCatalog(`/Names << /JavaScript << /Names [(a) << ${SCRIPT} >>] >> >>`), "scripts"],
  ["a script in a stream", inCatalog("/OpenAction << /S /JavaScript /JS 5 0 R >>", stream("app.alert(1)")), "scripts"],
  ["a script of a link", linked(SCRIPT), "scripts"],
  [
    "a script of an outline",
    inCatalog("/Outlines 5 0 R", "<< /First 6 0 R /Last 6 0 R >>", `<< /Title (a) /Parent 5 0 R /A << ${SCRIPT} >> >>`),
    "scripts",
  ],
  [
    "a script of a field",
    inCatalog("/AcroForm << /Fields [5 0 R] >>", annotation(`${WIDGET} /A << ${SCRIPT} >>`)),
    "scripts",
  ],
  ["a name written with codes", linked("/#53 /J#61vaScript /J#53 (app.alert(1))"), "scripts"],
  ["XFA", inCatalog("/AcroForm << /Fields [] /XFA 5 0 R >>", stream("<xdp/>")), "scripts"],
  [
    "PostScript for the printer",
    inPage("/Resources << /XObject << /P 5 0 R >> >>", stream("showpage", "/Type /XObject /Subtype /PS")),
    "scripts",
  ],
  ["AA of the catalog", inCatalog(`/AA << /WC << ${SCRIPT} >> >>`), "actions"],
  ["AA of a page", inPage("/AA << /O << /S /Named /N /Print >> >>"), "actions"],
  ["AA of an annotation", annotated(`/Subtype /Square /AA << /E << ${SCRIPT} >> >>`), "actions"],
  [
    "AA of a field",
    inCatalog(
      "/AcroForm << /Fields [5 0 R] >>",
      `<< /T (b) /FT /Tx /AA << /K << ${SCRIPT} >> >> /Kids [6 0 R] >>`,
      annotation("/Subtype /Widget /Parent 5 0 R"),
    ),
    "actions",
  ],
  ["a program", linked("/S /Launch /F (calc.exe)"), "actions"],
  [
    "a chain behind a harmless action",
    linked("/S /GoTo /D [3 0 R /Fit] /Next [<< /S /Launch /F (calc.exe) >>]"),
    "actions",
  ],
  [
    "a chain in a chain",
    linked(`/S /URI /URI (https://example.test/) /Next << /S /GoTo /D [3 0 R /Fit] /Next << ${SCRIPT} >> >>`),
    "actions",
  ],
  ["a form that sends itself", linked("/S /SubmitForm /F (https://example.test/)"), "actions"],
  ["a form that resets itself", linked("/S /ResetForm"), "actions"],
  ["data that is fetched", linked("/S /ImportData /F (a.fdf)"), "actions"],
  ["another file", linked("/S /GoToR /F (a.pdf) /D [0 /Fit]"), "actions"],
  ["an embedded file's page", linked("/S /GoToE /T << /R /C /N (a) >>"), "files"],
  ["a thread", linked("/S /Thread /D 0"), "actions"],
  ["a hiding action", linked("/S /Hide /T (b)"), "actions"],
  ["a print command", linked("/S /Named /N /Print"), "actions"],
  ["a javascript: address", linked("/S /URI /URI (javascript:alert\\(1\\))"), "actions"],
  ["a file: address", linked("/S /URI /URI (file:///etc/passwd)"), "actions"],
  [
    "a file: address in hexadecimal UTF-16",
    linked("/S /URI /URI <FEFF00660069006C0065003A002F002F002F0061>"),
    "actions",
  ],
  ["an address with a break", linked("/S /URI /URI (https://example.test/\\njavascript:1)"), "actions"],
  ["the base of addresses", inCatalog("/URI << /Base (javascript:) >>"), "actions"],
  ["an address of a link's web capture", annotated("/Subtype /Link /PA << /S /URI /URI (file:///a) >>"), "actions"],
  ["an action that nobody knows", linked("/S /Own /X (a)"), "actions"],
  ["requirements", inCatalog("/Requirements [<< /S /EnableJavaScripts >>]"), "actions"],
  ["a presentation's steps", inPage(`/PresSteps << /Type /NavNode /NA << ${SCRIPT} >> >>`), "actions"],
  ["a layer switched by a link", linked("/S /SetOCGState /State [/Toggle]"), "layers"],
  ["a film of old", annotated("/Subtype /Movie /Movie << /F (a.mov) >> /A true"), "media"],
  ["a sound", annotated("/Subtype /Sound /Sound 6 0 R", stream("x", "/R 8000")), "media"],
  ["a sound action", linked("/S /Sound /Sound 6 0 R", stream("x", "/R 8000")), "media"],
  ["a rendition", annotated("/Subtype /Screen /A << /S /Rendition /OP 0 /R << /Type /Rendition /S /MR >> >>"), "media"],
  [
    "a named rendition",
    inCatalog("/Names << /Renditions << /Names [(a) << /Type /Rendition /S /MR >>] >> >>"),
    "media",
  ],
  ["rich media", annotated("/Subtype /RichMedia /RichMediaContent << /Assets << >> >>"), "media"],
  ["a 3D scene", annotated("/Subtype /3D /3DD 6 0 R", stream("x", "/Type /3D /Subtype /U3D")), "media"],
  ["an embedded file", inCatalog(`/Names << ${PAYLOAD} >>`, FILE, EMBEDDED), "files"],
  ["an associated file", inCatalog("/AF [5 0 R]", FILE, EMBEDDED), "files"],
  [
    "an attached file",
    annotated("/Subtype /FileAttachment /FS 6 0 R", "<< /Type /Filespec /F (a) /EF << /F 7 0 R >> >>", EMBEDDED),
    "files",
  ],
  ["a collection", inCatalog("/Collection << /View /D >>"), "files"],
  [
    "a page in another file",
    inPage(
      "/Resources << /XObject << /P 5 0 R >> >>",
      stream("", "/Subtype /Form /BBox [0 0 1 1] /Ref << /F (a.pdf) /Page 0 >>"),
    ),
    "files",
  ],
  [
    "content in another file",
    inPage("/Resources << /XObject << /P 5 0 R >> >>", stream("", "/Subtype /Form /BBox [0 0 1 1] /F (a.bin)")),
    "files",
  ],
  [
    "a layer that is printed alone",
    inCatalog(
      "/OCProperties << /OCGs [5 0 R] /D << /AS [<< /Event /Print /Category [/Print] /OCGs [5 0 R] >> << /Event /View /Category [/View] /OCGs [5 0 R] >>] >> >>",
      GROUPS,
    ),
    "layers",
  ],
  [
    "layers with a switch",
    inCatalog(
      "/OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] /Order [5 0 R] >> /Configs [<< /ON [5 0 R] >>] >>",
      GROUPS,
    ),
    "layers",
  ],
  [
    "another picture for the printer",
    inPage(
      "/Resources << /XObject << /P 5 0 R >> >>",
      stream(
        "x",
        "/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Alternates [<< /Image 5 0 R /DefaultForPrinting true >>]",
      ),
    ),
    "layers",
  ],
  ["a note that is printed alone", annotated("/Subtype /FreeText /F 36 /AP << /N 6 0 R >>", APPEARANCE), "annotations"],
  ["a note that is never printed", annotated("/Subtype /FreeText /AP << /N 6 0 R >>", APPEARANCE), "annotations"],
  [
    "a note that changes under the mouse",
    annotated("/Subtype /Square /F 4 /AP << /N 6 0 R /R 6 0 R >>", APPEARANCE),
    "annotations",
  ],
  ["an annotation that nobody knows", annotated("/Subtype /Own"), "annotations"],
  ["a script that nothing leads to", inPage("", `<< ${SCRIPT} >>`), "scripts"],
  [
    "a script that is called a structure element",
    inCatalog(`/OpenAction << /Type /StructElem ${SCRIPT} >>`),
    "scripts",
  ],
  [
    "an annotation that is a font too",
    inPage(
      "/Resources << /Font << /F 5 0 R >> /XObject 5 0 R >> /Annots [5 0 R]",
      annotation(`/Subtype /Square /F 4 /AA << /E << ${SCRIPT} >> >>`),
    ),
    "actions",
  ],
];

/** What is harmless and must be kept, to the byte. */
export const HARMLESS: readonly (readonly [string, Uint8Array])[] = [
  ["a link to the web", linked("/S /URI /URI (https://example.test/a?b=c)")],
  ["a mail address", linked("/S /URI /URI (mailto:a@example.test)")],
  ["a link within", linked("/S /GoTo /D [3 0 R /Fit]")],
  ["a page to open at", inCatalog("/OpenAction [3 0 R /Fit]")],
  [
    "outlines, with siblings",
    inCatalog(
      "/Outlines 5 0 R",
      "<< /First 6 0 R /Last 7 0 R >>",
      "<< /Title (a) /Parent 5 0 R /Next 7 0 R /Dest [3 0 R /Fit] >>",
      "<< /Title (b) /Parent 5 0 R /Prev 6 0 R /A << /S /GoTo /D (here) >> >>",
    ),
  ],
  [
    "a structure tree with attributes",
    inCatalog(
      "/MarkInfo << /Marked true >> /StructTreeRoot 5 0 R",
      "<< /Type /StructTreeRoot /K 6 0 R >>",
      "<< /S /Sound /P 5 0 R /K 0 /Pg 3 0 R /A << /O /Layout /Placement /Block >> >>",
    ),
  ],
  [
    "fonts named like actions",
    inPage(
      "/Resources << /Font << /AA 5 0 R /JS 5 0 R >> >>",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ),
  ],
  [
    "a note, a highlight and its pop-up",
    inPage(
      "/Annots [5 0 R 6 0 R]",
      annotation("/Subtype /Highlight /F 4 /AP << /N 7 0 R >> /Popup 6 0 R"),
      annotation("/Subtype /Popup /Parent 5 0 R"),
      APPEARANCE,
    ),
  ],
  [
    "layers that cannot change",
    inCatalog(
      "/OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] /Locked [5 0 R] >> >>",
      "<< /Type /OCG /Name (One) >>",
    ),
  ],
  [
    "a check box with two looks",
    inCatalog(
      "/AcroForm << /Fields [5 0 R] >>",
      annotation("/Subtype /Widget /FT /Btn /T (b) /AS /AA /AP << /N << /AA 6 0 R /Off 6 0 R >> >>"),
      APPEARANCE,
    ),
  ],
];

/** One of everything active, nested at random: `pick` answers a whole number from 0 up to, not including, its argument. */
export function nestedActivePdf(pick: (below: number) => number): Uint8Array {
  const objects: string[] = [
    catalog("/X 5 0 R /Names << /Own 6 0 R >>"),
    PAGES,
    page("/Contents 4 0 R /Annots [7 0 R 8 0 R]"),
    stream("BT ET"),
  ];
  const [first, count] = [5, 8];
  const bad = [
    `<< ${SCRIPT} >>`,
    "<< /S /Launch /F (a) >>",
    "<< /S /URI /URI (file:///a) >>",
    "<< /Type /Filespec /F (a) /EF << /F 4 0 R >> >>",
    "<< /Subtype /RichMedia /Rect [0 0 1 1] >>",
  ];
  const keys = [
    "A",
    "AA",
    "Next",
    "Kids",
    "X",
    "K",
    "PA",
    "Parent",
    "AP",
    "Font",
    "Properties",
    "N",
    "JS",
    "OC",
    "EF",
    "Dests",
  ];
  const value = (depth: number): string => {
    const kind = pick(depth > 4 ? 2 : 5);
    if (kind === 0) return bad[pick(bad.length)] ?? "";
    if (kind === 1) return `${first + pick(count)} 0 R`;
    if (kind === 2) return `[${value(depth + 1)} ${value(depth + 1)}]`;
    return `<< /${keys[pick(keys.length)]} ${value(depth + 1)} /${keys[pick(keys.length)]}x ${value(depth + 1)} >>`;
  };
  for (let number = 0; number < count; number += 1) {
    const isAnnotation = number === 2 || number === 3;
    // An object may be reached as a map alone, whose keys are mere names: it has no telling ones of its own.
    objects.push(
      isAnnotation
        ? annotation(`/Subtype /Square /F 4 /${keys[pick(keys.length)]} ${value(0)}`)
        : `<< /X ${value(0)} /Y ${value(0)} >>`,
    );
  }
  return handmadePdf(objects);
}
