import { decodePDFRawStream, PDFArray, PDFDict, PDFName, PDFNumber, type PDFRawStream } from "pdf-lib";

/**
 * What a stream holds, unpacked. Most programs write their tables with a predictor (ISO 32000-1, 7.4.4.4), which the library
 * leaves in place.
 * @throws Error if it cannot be unpacked
 */
export function unpacked(stream: PDFRawStream): Uint8Array {
  const data = decodePDFRawStream(stream).decode();
  const parameters = parametersOf(stream.dict);
  const number = (key: string, otherwise: number): number => {
    const found = parameters?.lookup(PDFName.of(key));
    return found instanceof PDFNumber ? found.asNumber() : otherwise;
  };
  const predictor = number("Predictor", 1);
  if (predictor === 1) return data;
  const [colors, bits, columns] = [number("Colors", 1), number("BitsPerComponent", 8), number("Columns", 1)];
  const row = Math.ceil((colors * bits * columns) / 8);
  if (predictor < 10 || !Number.isInteger(row) || row < 1) throw new Error(`The predictor ${predictor} is unknown.`);
  return fromRows(data, row, Math.max(1, Math.floor((colors * bits) / 8)));
}

/** Of the only filter; tables have no more. */
function parametersOf(dict: PDFDict): PDFDict | null {
  const found = dict.lookup(PDFName.of("DecodeParms"));
  const first = found instanceof PDFArray ? found.lookup(0) : found;
  return first instanceof PDFDict ? first : null;
}

/** Undoes PNG predictors: each row begins with the filter of its bytes (PNG, 9.2). @param pixel bytes */
function fromRows(data: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = Math.floor(data.length / (row + 1));
  const result = new Uint8Array(rows * row);
  for (let index = 0; index < rows; index += 1) {
    const [from, to] = [index * (row + 1), index * row];
    const kind = data[from] ?? 0;
    for (let at = 0; at < row; at += 1) {
      const left = at < pixel ? 0 : (result[to + at - pixel] ?? 0);
      const above = index === 0 ? 0 : (result[to + at - row] ?? 0);
      const corner = index === 0 || at < pixel ? 0 : (result[to + at - row - pixel] ?? 0);
      result[to + at] = (data[from + 1 + at] ?? 0) + predicted(kind, left, above, corner);
    }
  }
  return result;
}

function predicted(kind: number, left: number, above: number, corner: number): number {
  switch (kind) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      const distances = [left, above, corner].map((value) => Math.abs(left + above - corner - value));
      return [left, above, corner][distances.indexOf(Math.min(...distances))] ?? 0;
    }
    default:
      throw new Error(`A row of the kind ${kind} is unknown.`);
  }
}
