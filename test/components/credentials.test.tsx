import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import {
  CredentialsFields,
  credentialsOf,
  NO_CREDENTIALS,
  type TypedCredentials,
} from "../../src-renderer/syncing/accounts/credentials-fields.tsx";

await startI18n("en");

const KEYS = { apitoken: "a", apisecret: "b", accesstoken: "c", accesssecret: "d" };

test("Y14: credentials are taken from pasted JSON or a login, and what is neither is told", async () => {
  let typed: TypedCredentials = NO_CREDENTIALS;
  const onChange = (next: TypedCredentials) => {
    typed = next;
    void screen.rerender(<CredentialsFields typed={typed} wrong={null} onChange={onChange} />);
  };
  const screen = await render(<CredentialsFields typed={typed} wrong={null} onChange={onChange} />);
  await userEvent.fill(screen.getByLabelText(/^JSON with/), '["a"]');
  await expect.element(screen.getByText(/^This is not a JSON object/)).toBeVisible();
  await userEvent.fill(screen.getByLabelText(/^JSON with/), '{"apitoken":"a"}');
  await expect.element(screen.getByText(/^“apisecret” is missing; “accesstoken” is missing;/)).toBeVisible();
  expect(credentialsOf(typed)).toBeNull();
  await userEvent.fill(screen.getByLabelText(/^JSON with/), JSON.stringify({ ...KEYS, email: "kept out" }));
  expect(credentialsOf(typed)).toEqual(KEYS);
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
  await userEvent.click(screen.getByText("E-mail and password"));
  await userEvent.fill(screen.getByLabelText("E-mail"), " me@example.test ");
  await userEvent.fill(screen.getByLabelText("Password"), "secret");
  await expect.element(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
  expect(credentialsOf(typed)).toEqual({ email: "me@example.test", password: "secret" });
});

test("Y14: a file of credentials is named, and its content is not shown", async () => {
  const typed = { ...NO_CREDENTIALS, file: { name: "bank.json", text: JSON.stringify(KEYS) } };
  const screen = await render(<CredentialsFields typed={typed} wrong="Not taken." onChange={() => undefined} />);
  await expect.element(screen.getByText("bank.json is used. Its content is not shown.")).toBeVisible();
  await expect.element(screen.getByRole("alert")).toHaveTextContent("Not taken.");
  expect(screen.container.textContent).not.toContain('apisecret":');
});
