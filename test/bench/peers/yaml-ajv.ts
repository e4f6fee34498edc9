import { Ajv } from "ajv";
import { parse } from "yaml";
import { type Field, flowShape, type Shape } from "../../../src-shared/language/index.ts";
import { isShape } from "../../../src-shared/language/schema/check.ts";
import { keystrokes, longFlow } from "../long-flow.ts";
import type { Side } from "../row.ts";

/** The shapes of a flow file as JSON Schema, so that both sides check the same. */
function schemaOf(shape: Shape): object {
  switch (shape.kind) {
    case "text":
      return { type: "string", ...(shape.oneOf && { enum: shape.oneOf }), ...(shape.nonEmpty && { minLength: 1 }) };
    case "boolean":
    case "integer":
      return { type: shape.kind };
    case "constant":
      return { const: shape.value };
    case "list":
      return { type: "array", items: schemaOf(shape.item), ...(shape.nonEmpty && { minItems: 1 }) };
    case "record":
      return { type: "object", additionalProperties: schemaOf(shape.value) };
    case "object":
      return {
        type: "object",
        properties: propertiesOf(shape.fields),
        required: shape.required,
        additionalProperties: shape.open === true,
      };
    case "single": {
      const one = { type: "object", minProperties: 1, maxProperties: 1 };
      if (isShape(shape.value)) return { ...one, additionalProperties: schemaOf(shape.value) };
      return { ...one, properties: propertiesOf(shape.value), additionalProperties: false };
    }
    case "either":
      return {
        anyOf: [shape.text, shape.list, shape.object].filter(({ kind }) => kind !== "checkedByRule").map(schemaOf),
      };
    case "checkedByRule":
      return {};
  }
}

function propertiesOf(fields: Readonly<Record<string, Field>>): object {
  return Object.fromEntries(
    Object.entries(fields).map(([key, { shape, nullable }]) => [
      key,
      nullable ? { anyOf: [{ type: "null" }, schemaOf(shape)] } : schemaOf(shape),
    ]),
  );
}

const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schemaOf(flowShape));

/** A text that does not parse ends there; one that does is checked as a whole. */
export function checkText(text: string): number {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 100 });
  } catch {
    return 1;
  }
  return validate(value) ? 0 : (validate.errors?.length ?? 0);
}

function typing(stages: number): Side {
  const textAfter = keystrokes(stages);
  let stroke = 0;
  if (checkText(longFlow(Math.min(stages, 1_000))) > 0)
    throw new Error(`the peer's schema is wrong: ${JSON.stringify(validate.errors?.[0])}`);
  return {
    title: "yaml 2 and ajv 8, whole text",
    run(times) {
      for (let n = 0; n < times; n += 1) {
        checkText(textAfter(stroke));
        stroke += 1;
      }
    },
  };
}

export const typing1000 = (): Side => typing(1_000);
export const typing5000 = (): Side => typing(5_000);
