import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { countersignDialect } from "../../../src-shared/dialect/index.ts";
import { loggedIn, loggedOut, passwordForm, personalCredentials } from "../../../src-shared/service/index.ts";
import type { CheckedAccount } from "../../host/index.ts";
import { clearSessionCookies, loginOf, setSessionCookies } from "../callers.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError, unwrap } from "../failures.ts";
import { type RouteOptions, routesOf } from "../route.ts";

const { paths, cookies } = countersignDialect;
const COOKIES = { session: cookies.author, csrf: cookies.authorCsrf };
/** Wall milliseconds. */
const SESSION_LENGTH = 12 * 60 * 60 * 1000;
const SESSION = { 200: ["Set-Cookie"] } as const;
/** What routes that take a password have in common. */
const PASSWORD = {
  consumes: ["application/x-www-form-urlencoded"],
  body: passwordForm,
  refuses: ["invalid_authorisation", "too_many_requests"],
} as const satisfies Partial<RouteOptions<never, never, typeof passwordForm, never>>;

/** Credentials and login: the routes that take a form with a password (interface 4.2 and 5). */
export async function accountRoutes(app: FastifyInstance, context: ServiceContext): Promise<void> {
  const { host, now } = context;
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: 16 * 1024 });
  const routes = routesOf(app, "anyone", "Account");

  routes.post(
    "/api/v2/getpersonaltoken",
    {
      summary: "The account's personal credentials, made where there are none",
      ...PASSWORD,
      answer: personalCredentials,
    },
    async ({ request, body }) =>
      unwrap(await host.accounts.credentials((await checkPassword(request, body, context)).id)),
  );

  routes.post(
    paths.login,
    {
      summary: "Opens a login session: an HttpOnly cookie and the readable cookie csrf_token",
      ...PASSWORD,
      answer: loggedIn,
      sends: SESSION,
    },
    async ({ request, reply, body }) => {
      const account = await checkPassword(request, body, context);
      const { token, session } = unwrap(await host.accounts.logIn(account, now() + SESSION_LENGTH));
      setSessionCookies(reply, COOKIES, { token, csrf: session.csrf });
      return { author_id: account.id, email: account.email };
    },
  );
}

/** Its body, if any, is `{}`: what it ends stands in the cookie. */
export function logoutRoute(app: FastifyInstance, { host }: ServiceContext): void {
  routesOf(app, "anyone", "Account").post(
    paths.logout,
    {
      summary: "Ends the author's login session, if there is one; a session that a link opened goes on",
      body: z.strictObject({}),
      answer: loggedOut,
      sends: SESSION,
    },
    async ({ request, reply }) => {
      const login = loginOf(request, host);
      if (login !== null) await host.accounts.removeSession(login.token);
      clearSessionCookies(reply, COOKIES);
      return {};
    },
  );
}

/** @throws ServiceError 401, 403 for two-factor accounts (interface 4.2), 429 after too many failures. */
async function checkPassword(
  request: FastifyRequest,
  form: z.output<typeof passwordForm>,
  { host, logins }: ServiceContext,
): Promise<CheckedAccount> {
  const account = await logins.attempt({ email: form.email, address: request.ip }, async () => {
    const checked = await host.accounts.checkPassword(form.email, form.password);
    if (checked.ok) return checked.value;
    throw new ServiceError("invalid_authorisation", "The e-mail address or the password is not right.");
  });
  if (account.twoFactor) {
    throw new ServiceError(
      "insufficient_privileges",
      "This account has two-factor authentication, so that a password alone opens nothing.",
      { explanation: "Take the credentials from Settings, Local service, in the app." },
    );
  }
  return account;
}
