import { randomBytes, timingSafeEqual } from 'node:crypto';
import { isListed } from '../addresses.ts';
import { authorizationIn, type SignInRequest, withParameters } from './authorization.ts';
import { createOneTimeTokens, type OneTimeTokens } from './one-time-tokens.ts';
import type { UserPool, UserPools } from './pools.ts';
import { errorPage, type Form, formPage, type Reply, redirect } from './replies.ts';
import { type Step, type Steps, stepsOf } from './steps.ts';

/** What a code is exchanged for. */
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

/** The pages that a browser visits to sign in. */
export type Login = {
  authorize(visit: Visit): Reply;
  page(visit: Visit): Reply;
  submit(visit: Visit): Promise<Reply>;
  logout(visit: Visit): Reply;
};

const session_ms = 60 * 60_000;

type Session = { readonly pool: UserPool; readonly sub: string; readonly auth_time: number };

/** The pages over all pools; codes go to the token endpoint. */
export const createLogin = (pools: UserPools, codes: OneTimeTokens<Code>): Login => {
  const sessions = createOneTimeTokens<Session>(session_ms);
  const steps = new Map<UserPool, Steps>(pools.all.map((pool) => [pool, stepsOf(pool)]));
  const finish = (request: SignInRequest, { sub, auth_time }: Session, cookies: readonly string[] = []): Reply => {
    const { client, redirect_uri, code_challenge, scope, nonce, state } = request;
    const code = codes.issue({ client_id: client.id, redirect_uri, code_challenge, scope, nonce, sub, auth_time });
    return redirect(withParameters(redirect_uri, { code, state }), cookies);
  };
  const sessionOf = ({ pool }: SignInRequest, { cookies }: Visit): Session | undefined => {
    const session = sessions.find(cookies.get(sessionCookie) ?? '');
    return session?.pool === pool && pool.directory.users.has(session.sub) ? session : undefined;
  };
  const withRequest = (visit: Visit, answer: (request: SignInRequest) => Reply): Reply => {
    const request = authorizationIn(pools, visit.query);
    if ('unanswerable' in request) return errorPage(request.unanswerable);
    return 'redirectTo' in request ? redirect(request.redirectTo) : answer(request);
  };
  const page = (visit: Visit): Reply => withRequest(visit, (request) => stepPage(request, visit, passwordStep));
  return {
    authorize: (visit) =>
      withRequest(visit, (request) => {
        const session = request.prompt === 'login' ? undefined : sessionOf(request, visit);
        if (session) return finish(request, session);
        const { redirect_uri, state, query } = request;
        const error = { error: 'login_required', state };
        return redirect(request.prompt === 'none' ? withParameters(redirect_uri, error) : `/login?${query}`);
      }),
    page,
    submit: async (visit) => {
      const request = authorizationIn(pools, visit.query);
      if (!('pool' in request) || !isOwnForm(visit)) return page(visit);
      const step = await take(steps.get(request.pool), visit.form);
      if (step.kind === 'rejected') return stepPage(request, visit, passwordStep, step.error);
      if (step.kind === 'new-password')
        return stepPage(request, visit, newPasswordStep, step.error, { challenge: step.challenge });
      const session = { pool: request.pool, sub: step.sub, auth_time: Date.now() };
      return finish(request, session, [cookie(sessionCookie, sessions.issue(session), session_ms / 1000)]);
    },
    logout: ({ query, cookies }) => {
      const of = pools.ofClient(query.get('client_id') ?? '');
      const address = query.get('logout_uri') ?? '';
      if (!of || !isListed(address, of.client.logouts))
        return errorPage('The logout_uri is none of the application’s.');
      sessions.drop(cookies.get(sessionCookie) ?? '');
      return redirect(address, [cookie(sessionCookie, '', 0)]);
    },
  };
};

const sessionCookie = 'cognito';
const formCookie = 'XSRF-TOKEN';

const cookie = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;

const take = async (steps: Steps | undefined, form: URLSearchParams): Promise<Step> => {
  if (!steps) throw new Error('A pool without steps.');
  const field = (name: string): string => form.get(name) ?? '';
  return form.has('challenge')
    ? steps.newPassword(field('challenge'), field('new_password'), field('new_password_again'))
    : steps.password(field('username'), field('password'));
};

/** Whether this browser got the form from here: another site can send one, but not with the cookie's value. */
const isOwnForm = ({ form, cookies }: Visit): boolean => {
  const [sent, kept] = [Buffer.from(form.get('_csrf') ?? ''), Buffer.from(cookies.get(formCookie) ?? '')];
  return kept.length > 0 && sent.length === kept.length && timingSafeEqual(sent, kept);
};

const passwordStep: StepForm = {
  title: 'Sign in',
  fields: [
    { name: 'username', label: 'E-mail address', type: 'email', autocomplete: 'username' },
    { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
  ],
  button: 'Sign in',
};
const newPasswordStep: StepForm = {
  title: 'Choose a password',
  fields: [
    { name: 'new_password', label: 'New password', type: 'password', autocomplete: 'new-password' },
    { name: 'new_password_again', label: 'New password, again', type: 'password', autocomplete: 'new-password' },
  ],
  button: 'Continue',
};

type StepForm = Pick<Form, 'title' | 'fields' | 'button'>;

/** A browser keeps its cookie, so that the forms of two tabs are both valid. */
const stepPage = (
  { query, redirect_uri }: SignInRequest,
  { cookies }: Visit,
  form: StepForm,
  error?: string,
  hidden: Readonly<Record<string, string>> = {},
): Reply => {
  const known = cookies.get(formCookie);
  const _csrf = known || randomBytes(24).toString('base64url');
  return formPage({
    ...form,
    error,
    action: `/login?${query}`,
    hidden: { ...hidden, _csrf },
    returns: new URL(redirect_uri).origin,
    ...(!known && { cookies: [cookie(formCookie, _csrf, session_ms / 1000)] }),
  });
};
