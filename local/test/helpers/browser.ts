import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';

/** The outcome of a request; `location` is where a browser would be sent. */
export type Seen = {
  readonly status: number;
  readonly headers: Headers;
  readonly location: URL | undefined;
  readonly text: string;
};

/** A browser as far as signing in needs one: cookies, forms, and no redirect followed unasked. */
export type Browser = {
  readonly cookies: Map<string, string>;
  open(address: string | URL): Promise<Seen>;
  /** Sends the form of a page, its hidden fields with it, with what a person typed. */
  send(page: Seen, base: string | URL, typed: Readonly<Record<string, string>>): Promise<Seen>;
};

/** Without cookies to begin with. */
export const createBrowser = (): Browser => {
  const cookies = new Map<string, string>();
  const visit = async (address: string | URL, init: RequestInit): Promise<Seen> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(set) ?? [];
      if (/Max-Age=0\b/.test(rest)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const to = response.headers.get('location');
    const location = to === null ? undefined : new URL(to, address);
    return {
      status: response.status,
      headers: response.headers,
      location,
      text: await response.text(),
    };
  };
  return {
    cookies,
    open: (address) => visit(address, {}),
    send: (page, base, typed) => {
      const [, action = ''] =
        /<form method="post" action="([^"]*)"/.exec(page.text) ?? assert.fail(page.text);
      const hidden = [
        ...page.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g),
      ];
      const fields = hidden.map(([, name = '', value = '']): [string, string] => [name, value]);
      const body = new URLSearchParams([...fields, ...Object.entries(typed)]);
      return visit(new URL(action.replaceAll('&amp;', '&'), base), { method: 'POST', body });
    },
  };
};

/** An application that people sign in to: its client, and where they come back. */
export type Application = {
  readonly origin: string;
  readonly client_id: string;
  readonly redirect_uri: string;
};

/** A secret and what is shown of it. */
export const proofKey = () => {
  const code_verifier = randomBytes(32).toString('base64url');
  return {
    code_verifier,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
  };
};

/** Where an application sends a person to sign in; `replaced` replaces its parameters, undefined leaves one out. */
export const authorizeAddress = (
  { origin, client_id, redirect_uri }: Application,
  replaced: Readonly<Record<string, string | undefined>>,
): URL => {
  const parameters = {
    response_type: 'code',
    client_id,
    redirect_uri,
    scope: 'openid',
    code_challenge_method: 'S256',
  };
  const address = new URL('/oauth2/authorize', origin);
  for (const [name, value] of Object.entries({ ...parameters, ...replaced }))
    if (value !== undefined) address.searchParams.set(name, value);
  return address;
};

/** Asks the token endpoint. */
export const tokenCall = async (
  { origin, client_id }: Application,
  fields: Readonly<Record<string, string>>,
) => {
  const body = new URLSearchParams({ client_id, ...fields });
  const response = await fetch(new URL('/oauth2/token', origin), { method: 'POST', body });
  return { status: response.status, answer: (await response.json()) as Record<string, string> };
};

/** Signs in by the page as a person with a password would, and gives the tokens. */
export const signIn = async (
  application: Application,
  {
    email,
    password,
    scope = 'openid',
  }: { readonly email: string; readonly password: string; readonly scope?: string },
  browser = createBrowser(),
) => {
  const { code_verifier, code_challenge } = proofKey();
  const state = randomBytes(8).toString('hex');
  const first = await browser.open(authorizeAddress(application, { code_challenge, state, scope }));
  const login = first.location ?? assert.fail(first.text);
  const page = await browser.open(login);
  const back = await browser.send(page, login, { username: email, password });
  assert.equal(back.location?.searchParams.get('state'), state, back.text);
  const code = back.location?.searchParams.get('code') ?? '';
  const { redirect_uri } = application;
  const { status, answer } = await tokenCall(application, {
    grant_type: 'authorization_code',
    code,
    redirect_uri,
    code_verifier,
  });
  assert.equal(status, 200, JSON.stringify(answer));
  return answer;
};
