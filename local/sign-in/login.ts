import { randomBytes, timingSafeEqual } from 'node:crypto';
import { isListed } from '../loopback.ts';
import { type AuthorizationRequest, authorizationIn, withParameters } from './authorization.ts';
import { errorPage, type Form, formPage } from './pages.ts';
import type { Pool, Pools } from './pools.ts';
import { type Reply, redirect } from './reply.ts';
import { type Step, type Steps, stepsOf } from './steps.ts';
import { type Vouchers, vouchers } from './vouchers.ts';

/** What a code is good for. */
export type Code = {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly code_challenge: string;
  readonly scope: string;
  readonly nonce?: string | undefined;
  readonly sub: string;
  readonly auth_time: number;
};

/** A request of a browser to the sign-in's pages. */
export type Visit = {
  readonly query: URLSearchParams;
  readonly cookies: ReadonlyMap<string, string>;
  readonly form: URLSearchParams;
};

/** The pages that a browser is sent through. */
export type Login = {
  authorize(visit: Visit): Reply;
  page(visit: Visit): Reply;
  submit(visit: Visit): Promise<Reply>;
  logout(visit: Visit): Reply;
};

/** How long a browser that signed in needs no password again. */
const session_ms = 60 * 60_000;

type Session = { readonly pool: Pool; readonly sub: string; readonly auth_time: number };

/** The pages over all pools; codes go to the token endpoint. */
export const createLogin = (pools: Pools, codes: Vouchers<Code>, now: () => number): Login => {
  const sessions = vouchers<Session>(session_ms, now);
  const steps = new Map<Pool, Steps>(pools.all.map((pool) => [pool, stepsOf(pool)]));
  const finish = (
    request: AuthorizationRequest,
    { sub, auth_time }: Session,
    cookies: readonly string[] = [],
  ): Reply => {
    const { client, redirect_uri, code_challenge, scope, nonce, state } = request;
    const code = codes.issue({ client_id: client.id, redirect_uri, code_challenge, scope, nonce, sub, auth_time });
    return redirect(withParameters(redirect_uri, { code, state }), cookies);
  };
  const sessionOf = ({ pool }: AuthorizationRequest, { cookies }: Visit): Session | undefined => {
    const session = sessions.find(cookies.get(sessionCookie) ?? '');
    return session?.pool === pool && pool.directory.users.get(session.sub)?.enabled ? session : undefined;
  };
  const asked = (visit: Visit, answer: (request: AuthorizationRequest) => Reply): Reply => {
    const request = authorizationIn(pools, visit.query);
    if ('unanswerable' in request) return errorPage(request.unanswerable);
    return 'refusedAt' in request ? redirect(request.refusedAt) : answer(request);
  };
  const page = (visit: Visit): Reply => asked(visit, (request) => stepPage(request, visit, passwordStep));
  return {
    authorize: (visit) =>
      asked(visit, (request) => {
        const session = request.prompt === 'login' ? undefined : sessionOf(request, visit);
        if (session) return finish(request, session);
        const { redirect_uri, state, query } = request;
        const refusal = { error: 'login_required', state };
        return redirect(request.prompt === 'none' ? withParameters(redirect_uri, refusal) : `/login?${query}`);
      }),
    page,
    submit: async (visit) => {
      const request = authorizationIn(pools, visit.query);
      if (!('pool' in request) || !isOwnForm(visit)) return page(visit);
      const step = await taken(steps.get(request.pool), visit.form);
      if (step.kind === 'refused') return stepPage(request, visit, passwordStep, step.problem);
      if (step.kind === 'new-password')
        return stepPage(request, visit, newPasswordStep, step.problem, { challenge: step.challenge });
      const session = { pool: request.pool, sub: step.sub, auth_time: now() };
      return finish(request, session, [cookie(sessionCookie, sessions.issue(session), session_ms / 1000)]);
    },
    logout: ({ query, cookies }) => {
      const of = pools.ofClient(query.get('client_id') ?? '');
      const leaving = query.get('logout_uri') ?? '';
      if (!of || !isListed(leaving, of.client.logouts))
        return errorPage('The logout_uri is none of the application’s.');
      sessions.drop(cookies.get(sessionCookie) ?? '');
      return redirect(leaving, [cookie(sessionCookie, '', 0)]);
    },
  };
};

const sessionCookie = 'cognito';
const formCookie = 'XSRF-TOKEN';

const cookie = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;

const taken = async (steps: Steps | undefined, form: URLSearchParams): Promise<Step> => {
  if (!steps) throw new Error('A pool without steps.');
  const said = (name: string): string => form.get(name) ?? '';
  return form.has('challenge')
    ? steps.newPassword(said('challenge'), said('new_password'), said('new_password_again'))
    : steps.password(said('username'), said('password'));
};

/** Whether the form is one that this browser got from here: another site can send one, but not with the cookie's value. */
const isOwnForm = ({ form, cookies }: Visit): boolean => {
  const [sent, kept] = [Buffer.from(form.get('_csrf') ?? ''), Buffer.from(cookies.get(formCookie) ?? '')];
  return kept.length > 0 && sent.length === kept.length && timingSafeEqual(sent, kept);
};

/** What each step asks for. */
const passwordStep: Asked = {
  title: 'Sign in',
  fields: [
    { name: 'username', label: 'E-mail address', type: 'email', autocomplete: 'username' },
    { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
  ],
  button: 'Sign in',
};
const newPasswordStep: Asked = {
  title: 'Choose a password',
  fields: [
    { name: 'new_password', label: 'New password', type: 'password', autocomplete: 'new-password' },
    { name: 'new_password_again', label: 'New password, again', type: 'password', autocomplete: 'new-password' },
  ],
  button: 'Go on',
};

type Asked = Pick<Form, 'title' | 'fields' | 'button'>;

/** A browser keeps the value that it has, so that forms of two tabs are both its own. */
const stepPage = (
  { query, redirect_uri }: AuthorizationRequest,
  { cookies }: Visit,
  asked: Asked,
  problem?: string,
  hidden: Readonly<Record<string, string>> = {},
): Reply => {
  const known = cookies.get(formCookie);
  const _csrf = known || randomBytes(24).toString('base64url');
  return formPage({
    ...asked,
    problem,
    action: `/login?${query}`,
    hidden: { ...hidden, _csrf },
    returns: new URL(redirect_uri).origin,
    ...(!known && { cookies: [cookie(formCookie, _csrf, session_ms / 1000)] }),
  });
};
