import { createHash } from 'node:crypto';
import type { Reply } from './reply.ts';

/** A page with a form; `hidden` goes with it unseen, `returns` is the origin that the form leads to in the end. */
export type Form = {
  readonly title: string;
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly fields: readonly Field[];
  readonly button: string;
  readonly problem?: string | undefined;
  readonly returns: string;
  readonly cookies?: readonly string[];
};

type Field = { readonly name: string; readonly label: string; readonly type: string; readonly autocomplete: string };

/** The page of a form; a problem makes it a refusal. */
export const formPage = (form: Form): Reply => {
  const hidden = Object.entries(form.hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  );
  const fields = form.fields.map(
    ({ name, label, type, autocomplete }, at) =>
      `<label for="${name}">${label}</label>` +
      `<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required${at === 0 ? ' autofocus' : ''}>`,
  );
  const problem = form.problem === undefined ? '' : `<p role="alert">${escaped(form.problem)}</p>`;
  const content =
    `<h1>${form.title}</h1>${problem}<form method="post" action="${escaped(form.action)}">${hidden.join('')}` +
    `${fields.join('')}<button type="submit">${form.button}</button></form>`;
  const page = pageOf(form.problem === undefined ? 200 : 400, form.title, content, `'self' ${form.returns}`);
  return { ...page, headers: { ...page.headers, ...(form.cookies && { 'set-cookie': form.cookies }) } };
};

/** The page of who asked for what nobody can be given. */
export const errorPage = (sentence: string): Reply =>
  pageOf(
    400,
    'This cannot be signed in to',
    `<h1>This cannot be signed in to</h1><p>${escaped(sentence)}</p>`,
    `'none'`,
  );

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
