import { expect, it } from "vitest";
import { documentedAnswers } from "./documented.ts";

/** The checker that every answer in these tests passes through must itself refuse what is not documented. */
const check = documentedAnswers({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: {
    "/things/{id}": {
      get: {
        responses: {
          "200": {
            description: "",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
          },
          "204": { description: "" },
          "201": { description: "", headers: { Location: { required: true, schema: { type: "string" } } } },
          "404": {
            description: "",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: { type: "object", required: ["id"], properties: { id: { type: "string" } }, additionalProperties: false },
      Error: { type: "object", required: ["code"], properties: { code: { type: "integer" } } },
    },
  },
});
const seen = (
  status: number,
  body: unknown,
  contentType: string | null = "application/json;charset=utf-8",
  headers = {},
) => ({
  headers: new Headers(headers),
  status,
  contentType,
  text: body === undefined ? "" : JSON.stringify(body),
});

it("passes what is documented, by its exact status", () => {
  expect(check("GET", "/things/1?x=y", seen(200, { id: "1" }))).toBeNull();
  expect(check("GET", "/things/1", seen(404, { code: 404 }, "application/json"))).toBeNull();
  expect(check("GET", "/things/1", seen(204, undefined, null))).toBeNull();
  expect(check("GET", "/things/1", seen(201, undefined, null, { location: "/things/1" }))).toBeNull();
  expect(check("GET", "/nothing", seen(404, { code: 404 }))).toBeNull();
});

it.each([
  ["a status of its own", seen(302, undefined, null), "302 is not documented"],
  ["a fault", seen(500, { code: 500 }), "500 is not documented"],
  ["another refusal", seen(409, { code: 409 }), "409 is not documented"],
  ["another content type", seen(200, { id: "1" }, "text/html"), "text/html is not among"],
  ["a field too many", seen(200, { id: "1", secret: "x" }), "additional properties"],
  ["a field of the wrong type", seen(200, { id: 1 }), "must be string"],
  ["a field missing", seen(404, {}), "must have required property"],
  ["a header that is not there", seen(201, undefined, null), "Location is documented and missing"],
  ["a header of its own", seen(204, undefined, null, { etag: '"1"' }), "ETag is not documented"],
  ["a body where there is none", seen(204, { id: "1" }), "none is documented"],
])("refuses %s", (_what, answer, problem) => {
  expect(check("GET", "/things/1", answer)).toContain(problem);
});
