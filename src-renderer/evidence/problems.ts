import { type Sentences, sentenceReader } from "../../src-shared/basics/index.ts";

/** What the check says of a bundle, by its English patterns; a test names those that are missing. */
export const SWEDISH_PROBLEMS: Sentences = {
  "It stands in the bundle twice.": "Den finns två gånger i filen.",
  "The bundle does not begin with its type.": "Filen börjar inte med sin typ.",
  "It is missing: nothing says who made the bundle.": "Den saknas: inget säger vem som har gjort filen.",
  "It does not fit: {0}.": "Den stämmer inte: {0}.",
  "It cannot be read: {0}.": "Den kan inte läsas: {0}.",
  "It is missing: nothing says which files belong to the bundle.":
    "Den saknas: inget säger vilka filer som hör till bevisfilen.",
  "It was changed.": "Den har ändrats.",
  "It is missing.": "Den saknas.",
  "It was added.": "Den har lagts till.",
  "What holds the files together is not as Countersign wrote it: the bundle was packed anew or changed.":
    "Det som håller ihop filerna är inte som Countersign skrev det: filen har packats om eller ändrats.",
  "It is missing: nothing says which run this is.": "Den saknas: inget säger vilken körning det är.",
  "It does not say which run this is.": "Den säger inte vilken körning det är.",
  "It is missing: nothing says what happened.": "Den saknas: inget säger vad som hände.",
  "{0} lists it for two documents.": "{0} anger den för två dokument.",
  'It is missing: {0} says that it is the document "{1}".': "Den saknas: enligt {0} är den dokumentet ”{1}”.",
  'It is not the file that {0} lists for the document "{1}": its hash is another one.':
    "Den är inte den fil som {0} anger för dokumentet ”{1}”: den har en annan kontrollsumma.",
  "{0} lists no such document.": "{0} anger inget sådant dokument.",
  "Its seal is not valid: {0}.": "Dess försegling är inte giltig: {0}.",
  "it cannot be read": "den kan inte läsas",
  "It was sealed in the run {0}, and this is {1}.": "Den förseglades i körningen {0}, och det här är {1}.",
  "The history is not the one that it was sealed on: no event has the hash {0}, so events were changed after the seal.":
    "Historiken är inte den som den förseglades med: ingen händelse har kontrollsumman {0}, så händelser har ändrats efter förseglingen.",
  "the signature is not CMS signed data": "underskriften är inte av typen CMS",
  "the signature must carry exactly one certificate and one signer":
    "underskriften ska ha exakt ett certifikat och en undertecknare",
  "the signature has no signed attributes": "underskriften har inga undertecknade uppgifter",
  "the signature names another certificate than the one it carries":
    "underskriften anger ett annat certifikat än det som följer med",
  "it is not an RSA signature over SHA-256": "det är ingen RSA-underskrift över SHA-256",
  "the signature is of another kind of content": "underskriften gäller ett annat slags innehåll",
  "the document was changed after it was sealed": "dokumentet har ändrats efter att det förseglades",
  "the certificate in the signature was exchanged": "certifikatet i underskriften har bytts ut",
  "the signature does not fit its certificate": "underskriften stämmer inte med sitt certifikat",
  "the signature's container was changed": "det som underskriften ligger i har ändrats",
  "the signature's container is malformed": "det som underskriften ligger i är felaktigt uppbyggt",
  "the signature's {0} is malformed": "underskriften är felaktigt uppbyggd ({0})",
  "the file has no signature": "filen har ingen underskrift",
  "its signature does not cover the whole file: something was added or removed":
    "underskriften gäller inte hela filen: något har lagts till eller tagits bort",
  "A bundle holds 4 GiB and 65,535 files of 256 MiB at most.":
    "En bevisfil rymmer högst 4 GiB och 65 535 filer på högst 256 MiB.",
  "It lacks 1 byte before its directory, or its end was changed.":
    "Det fattas 1 byte före dess innehållsförteckning, eller så har slutet ändrats.",
  "It lacks {0} bytes before its directory, or its end was changed.":
    "Det fattas {0} byte före dess innehållsförteckning, eller så har slutet ändrats.",
  "1 byte was added before its directory, or its end was changed.":
    "1 byte har lagts till före dess innehållsförteckning, eller så har slutet ändrats.",
  "{0} bytes were added before its directory, or its end was changed.":
    "{0} byte har lagts till före dess innehållsförteckning, eller så har slutet ändrats.",
  "1 byte was added behind its end.": "1 byte har lagts till efter dess slut.",
  "{0} bytes were added behind its end.": "{0} byte har lagts till efter dess slut.",
  "Its end is missing: it was cut off.": "Slutet saknas: den har klippts av.",
  "It is no bundle, or its directory was damaged: its files cannot be found in it.":
    "Det är ingen bevisfil, eller så är dess innehållsförteckning skadad: filerna går inte att hitta i den.",
  "Line {0} of the history is no event.": "Rad {0} i historiken är ingen händelse.",
  "The history's hash chain breaks at event {0}.": "Historikens kedja av kontrollsummor bryts vid händelse {0}.",
  "Line {0} of the history tells of another time or kind than its event.":
    "Rad {0} i historiken anger en annan tid eller ett annat slag än sin händelse.",
  "Something stands behind the last event of the history.": "Något står efter historikens sista händelse.",
  "The history does not end where the run did.": "Historiken slutar inte där körningen slutade.",
  "The history does not begin with the start of a run.": "Historiken börjar inte med att en körning startas.",
  "Its {0} is not what the history says.": "Uppgiften {0} är en annan än i historiken.",
  // Whole, so that a document with such a name keeps it.
  "Its title is not what the history says.": "Titeln är en annan än i historiken.",
  "Its status is not what the history says.": "Statusen är en annan än i historiken.",
  "Its time zone is not what the history says.": "Tidszonen är en annan än i historiken.",
  "Its start is not what the history says.": "Starten är en annan än i historiken.",
  "Its end is not what the history says.": "Slutet är ett annat än i historiken.",
  "Its list of people is not what the history says.": "Listan över personer är en annan än i historiken.",
  "Its list of documents is not what the history says.": "Listan över dokument är en annan än i historiken.",
  "It is not the signature that came with the act of its number.":
    "Det är inte den underskrift som kom med handlingen med dess nummer.",
};

const inSwedish = sentenceReader(SWEDISH_PROBLEMS);

/** A problem in the page's language; what is not known stands in English. @param language such as `sv-SE` */
export const problemFor = (language: string, message: string): string =>
  language.startsWith("sv") ? (inSwedish(message) ?? message) : message;
