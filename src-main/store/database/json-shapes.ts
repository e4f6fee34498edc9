/** Shapes of JSON columns: a hand-edited database must not crash its readers. */
export type Shape = (value: unknown) => boolean;

export const anything: Shape = () => true;
export const isText: Shape = (value) => typeof value === "string";
export const isNumber: Shape = (value) => typeof value === "number";
export const isFlag: Shape = (value) => typeof value === "boolean";

export const isListOf =
  (item: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(item);

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isRecordOf =
  (member: Shape): Shape =>
  (value) =>
    isObject(value) && Object.values(value).every(member);

/** With these members at least: others may come from a newer release. */
export const isObjectWith =
  (members: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    isObject(value) &&
    Object.entries(members).every(([name, fits]) => fits((value as Readonly<Record<string, unknown>>)[name]));
