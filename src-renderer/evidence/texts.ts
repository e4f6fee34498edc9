/** The page stands alone in a bundle, so it carries its own few texts, of each language the same ones. */
const EN = {
  title: "Check evidence",
  intro: "Choose an evidence file (.asice), or drop it here. It is read on this computer, and nothing leaves it.",
  choose: "Evidence file",
  checking: "Checking…",
  whole: "Whole",
  wholeText: "Every byte is as it was signed.",
  broken: "Not whole",
  brokenText: "Something in it was changed, is missing or was added:",
  bundle: "The bundle",
  signer: "Signed by",
  nobody: "Nobody: there is no signature that can be read.",
  certificate: "SHA-256 of the certificate",
  trust: "Whether you trust this signer is for you to judge: compare the certificate with one that you know.",
  simulated: "SIMULATED",
  simulatedText: "It comes from a simulation. Nothing in it has legal effect.",
  real: "Not marked as simulated",
  unknown: "Whether it is simulated cannot be told",
  unread: "It could not be read. Choose the file again.",
  run: "Run",
  documents: "Documents",
  noCrypto: "This browser cannot check signatures here. Open the file in a current Firefox, Chrome, Edge or Safari.",
} as const;

type Texts = Readonly<Record<keyof typeof EN, string>>;

const SV: Texts = {
  title: "Kontrollera bevis",
  intro: "Välj en bevisfil (.asice) eller släpp den här. Den läses på den här datorn, och inget lämnar den.",
  choose: "Bevisfil",
  checking: "Kontrollerar…",
  whole: "Hel",
  wholeText: "Varje byte är som den undertecknades.",
  broken: "Inte hel",
  brokenText: "Något i den har ändrats, saknas eller har lagts till:",
  bundle: "Filen som helhet",
  signer: "Undertecknad av",
  nobody: "Ingen: det finns ingen underskrift som går att läsa.",
  certificate: "Certifikatets SHA-256",
  trust: "Om du litar på den som undertecknat avgör du själv: jämför certifikatet med ett som du känner till.",
  simulated: "SIMULERAT",
  simulatedText: "Den kommer från en simulering. Inget i den har rättslig verkan.",
  real: "Inte märkt som simulerad",
  unknown: "Det går inte att avgöra om den är simulerad",
  unread: "Den kunde inte läsas. Välj filen igen.",
  run: "Körning",
  documents: "Dokument",
  noCrypto:
    "Den här webbläsaren kan inte kontrollera underskrifter här. Öppna filen i en aktuell Firefox, Chrome, Edge eller Safari.",
};

/** @param language such as `sv-SE` */
export const textsFor = (language: string): Texts => (language.startsWith("sv") ? SV : EN);
