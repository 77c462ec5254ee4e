import { createHash } from 'node:crypto';

/** The answer to a request of the sign-in. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
};

/** Redirects a browser. */
export const redirect = (location: string, cookies: readonly string[] = []): Reply => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store', ...(cookies.length > 0 && { 'set-cookie': cookies }) },
  body: '',
});

/** JSON for an application, whatever page it runs on. */
export const json = (status: number, value: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
  body: JSON.stringify(value),
});

/** A page with a form; `hidden` are its hidden fields, `returns` is the origin that it redirects to in the end. */
export type Form = {
  readonly title: string;
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly fields: readonly Field[];
  readonly button: string;
  readonly error?: string | undefined;
  readonly returns: string;
  readonly cookies?: readonly string[];
};

type Field = {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly autocomplete: string;
  /** What was typed before. */
  readonly value?: string | undefined;
};

/** The page of a form; with an error its status is 400. */
export const formPage = (form: Form): Reply => {
  const hidden = Object.entries(form.hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  );
  const first = form.fields.findIndex(({ value }) => !value);
  const fields = form.fields.map(
    ({ name, label, type, autocomplete, value = '' }, at) =>
      `<label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" ` +
      `value="${escaped(value)}" autocomplete="${autocomplete}" required${at === first ? ' autofocus' : ''}>`,
  );
  const error = form.error === undefined ? '' : `<p role="alert">${escaped(form.error)}</p>`;
  const content =
    `<h1>${form.title}</h1>${error}<form method="post" action="${escaped(form.action)}">${hidden.join('')}` +
    `${fields.join('')}<button type="submit">${form.button}</button></form>`;
  const page = pageOf(form.error === undefined ? 200 : 400, form.title, content, `'self' ${form.returns}`);
  return { ...page, headers: { ...page.headers, ...(form.cookies && { 'set-cookie': form.cookies }) } };
};

/** The page of a request that cannot be answered. */
export const errorPage = (sentence: string): Reply =>
  pageOf(400, 'Sign-in is not possible', `<h1>Sign-in is not possible</h1><p>${escaped(sentence)}</p>`, `'none'`);

const pageOf = (status: number, title: string, content: string, formAction: string): Reply => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src '${styleHash}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  },
  body:
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>` +
    `<body><main>${content}</main></body></html>`,
});

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:22rem;margin:12vh auto;' +
  'padding:0 1rem}h1{font-size:1.4rem}label,input,button{display:block;width:100%;box-sizing:border-box}input{font:inherit;' +
  'padding:.5rem;margin:.25rem 0 1rem}button{font:inherit;padding:.6rem}[role=alert]{border-left:4px solid #d13212;' +
  'padding-left:.75rem}';

const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
