/** The page stands alone in a bundle, so it carries its own few texts, of each language the same ones. */
const EN = {
  title: "Check evidence",
  intro: "Choose an evidence file (.asice), or drop it here. It is read on this computer, and nothing leaves it.",
  choose: "Evidence file",
  checking: "Checking…",
  whole: "Whole",
  wholeText: "Every byte is as it was signed, the seals of its PDFs are valid, and all that it says fits together.",
  broken: "Not whole",
  brokenText: "Something in it was changed, is missing, was added or does not fit the rest:",
  bundle: "The bundle",
  signer: "Signed by",
  nobody: "Nobody: there is no signature that can be read.",
  certificate: "SHA-256 of the certificate",
  trust: "Whether you trust this signer is for you to judge: compare the certificate with one that you know.",
  simulated: "SIMULATED",
  simulatedText: "It comes from a simulation. Nothing that Countersign signed or sealed in it has legal effect.",
  real: "Not marked as simulated",
  unknown: "Whether it is simulated cannot be told",
  isPdf: "This is a PDF, and no evidence file",
  isPdfText: "Choose the file that ends in .asice. A PDF reader shows who signed a PDF.",
  unread: "It could not be read. Choose the file again.",
  run: "Run",
  documents: "Documents, and what the seal in each PDF says",
  sealedBy: "Its seal is valid, by",
  sealBroken: "Its seal is not valid.",
  unsealed: "It is not sealed.",
  noCrypto: "This browser cannot check signatures here. Open the file in a current Firefox, Chrome, Edge or Safari.",
} as const;

type Texts = Readonly<Record<keyof typeof EN, string>>;

const SV: Texts = {
  title: "Kontrollera bevis",
  intro: "Välj en bevisfil (.asice) eller släpp den här. Den läses på den här datorn, och inget lämnar den.",
  choose: "Bevisfil",
  checking: "Kontrollerar…",
  whole: "Hel",
  wholeText:
    "Varje byte är som den undertecknades, förseglingarna i dess PDF:er är giltiga, och allt som den säger stämmer överens.",
  broken: "Inte hel",
  brokenText: "Något i den har ändrats, saknas, har lagts till eller stämmer inte med resten:",
  bundle: "Filen som helhet",
  signer: "Undertecknad av",
  nobody: "Ingen: det finns ingen underskrift som går att läsa.",
  certificate: "Certifikatets SHA-256",
  trust: "Om du litar på den som undertecknat avgör du själv: jämför certifikatet med ett som du känner till.",
  simulated: "SIMULERAT",
  simulatedText:
    "Den kommer från en simulering. Inget som Countersign undertecknat eller förseglat i den har rättslig verkan.",
  real: "Inte märkt som simulerad",
  unknown: "Det går inte att avgöra om den är simulerad",
  isPdf: "Det här är en PDF och ingen bevisfil",
  isPdfText: "Välj filen som slutar på .asice. En PDF-läsare visar vem som har undertecknat en PDF.",
  unread: "Den kunde inte läsas. Välj filen igen.",
  run: "Körning",
  documents: "Dokument, och vad förseglingen i varje PDF säger",
  sealedBy: "Dess försegling är giltig, av",
  sealBroken: "Dess försegling är inte giltig.",
  unsealed: "Det är inte förseglat.",
  noCrypto:
    "Den här webbläsaren kan inte kontrollera underskrifter här. Öppna filen i en aktuell Firefox, Chrome, Edge eller Safari.",
};

/** @param language such as `sv-SE` */
export const textsFor = (language: string): Texts => (language.startsWith("sv") ? SV : EN);
