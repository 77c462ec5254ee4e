import { randomBytes, timingSafeEqual } from 'node:crypto';
import { isListed } from '../addresses.ts';
import { createOneTimeTokens, type OneTimeTokens } from './one-time-tokens.ts';
import { errorPage, type Form, formPage, ruleText } from './page.ts';
import type { UserPool, UserPools } from './pools.ts';
import { type Reply, redirect } from './replies.ts';
import { authorizationIn, type SignInRequest, withParameters } from './request.ts';
import { type NewPassword, type Rejected, type Step, type Steps, stepsOf } from './steps.ts';
import { filled, languageOf, minutesIn, type Texts, textsOf } from './texts.ts';

/** The session that a code is exchanged for. */
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
  /** Where a code for another password is asked for, by the pages or by an address. */
  forgot(visit: Visit): Reply;
  /** Where the code is entered. */
  reset(visit: Visit): Promise<Reply>;
  logout(visit: Visit): Reply;
};

const session_ms = 60 * 60_000;

type Session = { readonly pool: UserPool; readonly sub: string; readonly auth_time: number };

/** The pages over all pools; codes go to the token endpoint. */
export const createLogin = (pools: UserPools, codes: OneTimeTokens<Code>): Login => {
  const sessions = createOneTimeTokens<Session>(session_ms);
  const all = new Map<UserPool, Steps>(pools.all.map((pool) => [pool, stepsOf(pool)]));
  const finish = (
    request: SignInRequest,
    { sub, auth_time }: Session,
    cookies: readonly string[] = [],
  ): Reply => {
    const { client, redirect_uri, code_challenge, scope, nonce, state } = request;
    const code = codes.issue({
      client_id: client.id,
      redirect_uri,
      code_challenge,
      scope,
      nonce,
      sub,
      auth_time,
    });
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
  /** The page that a form leads to, with its step; that of the password where no page from here sent it. */
  const answer = async (
    visit: Visit,
    act: (asked: PageContext, steps: Steps) => Reply | Promise<Reply>,
  ): Promise<Reply> => {
    const request = authorizationIn(pools, visit.query);
    const steps = 'pool' in request && all.get(request.pool);
    return steps && isOwnForm(visit)
      ? act({ request, visit, ...wordsOf(visit) }, steps)
      : page(visit);
  };
  const page = (visit: Visit): Reply =>
    withRequest(visit, (request) => passwordPage({ request, visit, ...wordsOf(visit) }));
  return {
    authorize: (visit) =>
      withRequest(visit, (request) => {
        const session = request.prompt === 'login' ? undefined : sessionOf(request, visit);
        if (session) return finish(request, session);
        const { redirect_uri, state, query } = request;
        const error = { error: 'login_required', state };
        return redirect(
          request.prompt === 'none' ? withParameters(redirect_uri, error) : `/login?${query}`,
        );
      }),
    page,
    submit: (visit) =>
      answer(visit, async (asked, steps) => {
        // Back from another step.
        if (!visit.form.has('password') && !visit.form.has('challenge')) return passwordPage(asked);
        const step = await take(steps, visit.form);
        if (step.kind === 'rejected') return passwordPage(asked, { rejected: step });
        if (step.kind === 'new-password')
          return newPasswordPage(asked, step.challenge, step.rejected);
        const session = { pool: asked.request.pool, sub: step.sub, auth_time: Date.now() };
        return finish(asked.request, session, [
          cookie(sessionCookie, sessions.issue(session), session_ms / 1000),
        ]);
      }),
    forgot: (visit) =>
      withRequest(visit, (request) => forgotPage({ request, visit, ...wordsOf(visit) })),
    reset: (visit) =>
      answer(visit, async (asked, steps) => {
        const field = fieldsOf(visit.form);
        if (!visit.form.has('code')) {
          const rejected = steps.sendCode(field('username'));
          return rejected ? forgotPage(asked, rejected) : resetPage(asked);
        }
        const rejected = await steps.resetPassword(
          field('username'),
          field('code'),
          newPasswordIn(visit.form),
        );
        return rejected
          ? resetPage(asked, rejected)
          : passwordPage(asked, { notice: asked.texts.passwordChanged });
      }),
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

const fieldsOf =
  (form: URLSearchParams) =>
  (name: string): string =>
    form.get(name) ?? '';

const newPasswordIn = (form: URLSearchParams): NewPassword => {
  const field = fieldsOf(form);
  return { password: field('new_password'), again: field('new_password_again') };
};

const take = (steps: Steps, form: URLSearchParams): Promise<Step> => {
  const field = fieldsOf(form);
  return form.has('challenge')
    ? steps.newPassword(field('challenge'), newPasswordIn(form))
    : steps.password(field('username'), field('password'));
};

/** Whether this browser got the form from here: another site can send one, but not with the cookie's value. */
const isOwnForm = ({ form, cookies }: Visit): boolean => {
  const [sent, kept] = [
    Buffer.from(form.get('_csrf') ?? ''),
    Buffer.from(cookies.get(formCookie) ?? ''),
  ];
  return kept.length > 0 && sent.length === kept.length && timingSafeEqual(sent, kept);
};

/** The reason for which a page is shown, and in which language. */
type PageContext = {
  readonly request: SignInRequest;
  readonly visit: Visit;
  readonly language: string;
  readonly texts: Texts;
};

const wordsOf = ({ query }: Visit): Pick<PageContext, 'language' | 'texts'> => {
  const language = languageOf(query.get('lang'));
  return { language, texts: textsOf(language) };
};

/** The e-mail address is kept through all steps. */
const emailField = ({ texts, visit }: PageContext): StepForm['fields'][number] => ({
  name: 'username',
  label: texts.email,
  type: 'email',
  autocomplete: 'username',
  value: visit.form.get('username') ?? '',
});

type PageNotice = { readonly notice?: string; readonly rejected?: Rejected | undefined };

const passwordPage = (asked: PageContext, { notice, rejected }: PageNotice = {}): Reply => {
  const { texts, request } = asked;
  const { recovers } = request.pool.settings;
  return stepPage(asked, {
    title: texts.signIn,
    button: texts.signIn,
    notice,
    rejected,
    fields: [
      emailField(asked),
      {
        name: 'password',
        label: texts.password,
        type: 'password',
        autocomplete: 'current-password',
      },
    ],
    ...(recovers && {
      other: { text: texts.forgotPassword, action: `/forgotPassword?${request.query}` },
    }),
  });
};

const newPasswordPage = (asked: PageContext, challenge: string, rejected?: Rejected): Reply => {
  const { texts, request } = asked;
  return stepPage(asked, {
    title: texts.choosePassword,
    button: texts.continue,
    rejected,
    fields: newPasswordFields(texts),
    policy: request.pool.settings.password,
    hidden: { challenge },
  });
};

const newPasswordFields = (texts: Texts): StepForm['fields'] => [
  {
    name: 'new_password',
    label: texts.newPassword,
    type: 'password',
    autocomplete: 'new-password',
  },
  {
    name: 'new_password_again',
    label: texts.newPasswordAgain,
    type: 'password',
    autocomplete: 'new-password',
  },
];

const forgotPage = (asked: PageContext, rejected?: Rejected): Reply => {
  const { texts, request } = asked;
  return stepPage(asked, {
    title: texts.resetPassword,
    button: texts.sendCode,
    notice: texts.sendsCode,
    rejected,
    fields: [emailField(asked)],
    action: 'confirmforgotPassword',
    other: { text: texts.backToSignIn, action: `/login?${request.query}` },
  });
};

const resetPage = (asked: PageContext, rejected?: Rejected): Reply => {
  const { texts, request, visit } = asked;
  const username = visit.form.get('username') ?? '';
  return stepPage(asked, {
    title: texts.resetPassword,
    button: texts.changePassword,
    rejected,
    notice: filled(texts.codeSent, { email: username }),
    fields: [
      { name: 'code', label: texts.code, type: 'text', autocomplete: 'one-time-code' },
      ...newPasswordFields(texts),
    ],
    policy: request.pool.settings.password,
    hidden: { username },
    action: 'confirmforgotPassword',
    other: { text: texts.backToSignIn, action: `/login?${request.query}` },
  });
};

type StepForm = Pick<Form, 'title' | 'fields' | 'button' | 'notice' | 'policy' | 'other'> & {
  readonly rejected?: Rejected | undefined;
  readonly hidden?: Readonly<Record<string, string>>;
  readonly action?: string;
};

/** A browser keeps its cookie, so that the forms of two tabs are both valid; each page makes it last as long as its own form. */
const stepPage = (
  asked: PageContext,
  { rejected, hidden = {}, action = 'login', ...form }: StepForm,
): Reply => {
  const { request, visit, language } = asked;
  const _csrf = visit.cookies.get(formCookie) || randomBytes(24).toString('base64url');
  return formPage({
    ...form,
    language,
    style: request.client.style,
    error: rejected && errorText(asked, rejected),
    action: `/${action}?${request.query}`,
    hidden: { ...hidden, _csrf },
    returns: new URL(request.redirect_uri).origin,
    cookies: [cookie(formCookie, _csrf, session_ms / 1000)],
  });
};

const errorText = (
  { texts, language, request }: PageContext,
  { problem, wait_ms = 0, rules = [] }: Rejected,
): string =>
  filled(texts.problems[problem], {
    minutes: minutesIn(language, wait_ms),
    rules: rules
      .map(({ name }) => ruleText(name, request.pool.settings.password, texts))
      .join(', '),
  });
