import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Rule, rulesOf } from './passwords.ts';
import type { Reply } from './replies.ts';
import type { PasswordPolicy, Style } from './settings.ts';
import { filled, type Texts, textsOf } from './texts.ts';

/** In which language and with which images a page is shown. */
export type Look = { readonly language: string; readonly style: Style };

/** A page with a form; `hidden` are its hidden fields, `returns` is the origin that it redirects to in the end. */
export type Form = Look & {
  readonly title: string;
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly fields: readonly Field[];
  readonly button: string;
  /** A sentence about the step or about the outcome of the one before. */
  readonly notice?: string | undefined;
  readonly error?: string | undefined;
  /** The rules of the new password. */
  readonly policy?: PasswordPolicy | undefined;
  /** Sends the form to another step, whatever its fields have. */
  readonly other?: { readonly text: string; readonly action: string } | undefined;
  readonly returns: string;
  readonly cookies?: readonly string[];
};

type Field = {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'password' | 'text';
  readonly autocomplete: string;
  /** The text that was typed before. */
  readonly value?: string | undefined;
};

/** The page of a form; with an error its status is 400. */
export const formPage = (form: Form): Reply => {
  const texts = textsOf(form.language);
  const hidden = Object.entries(form.hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  );
  const first = form.fields.findIndex(({ value }) => !value);
  const fields = form.fields.map((field, at) => fieldOf(field, at === first, form, texts));
  const other =
    form.other &&
    `<button class="link" formaction="${escaped(form.other.action)}" formnovalidate>${form.other.text}</button>`;
  const content = [
    `<h1>${form.title}</h1>`,
    form.error !== undefined && `<p role="alert">${escaped(form.error)}</p>`,
    form.notice !== undefined && `<p role="status">${escaped(form.notice)}</p>`,
    `<form method="post" action="${escaped(form.action)}">${hidden.join('')}${fields.join('')}`,
    `<button type="submit">${form.button}</button>${other ?? ''}</form><script>${script}</script>`,
  ];
  const status = form.error === undefined ? 200 : 400;
  const page = pageOf(
    status,
    form,
    form.title,
    content.filter(Boolean).join(''),
    `'self' ${form.returns}`,
  );
  return {
    ...page,
    headers: { ...page.headers, ...(form.cookies && { 'set-cookie': form.cookies }) },
  };
};

const fieldOf = (
  { name, label, type, autocomplete, value = '' }: Field,
  first: boolean,
  form: Form,
  texts: Texts,
) => {
  const rules = form.policy && name === 'new_password' ? ruleList(form.policy, texts) : '';
  const passwords = form.fields
    .filter((field) => field.type === 'password')
    .map((field) => field.name);
  const show =
    name === passwords[0]
      ? `<button type="button" class="link" hidden aria-controls="${passwords.join(' ')}" ` +
        `data-other="${texts.hidePassword}">${texts.showPassword}</button>`
      : '';
  return (
    `<div><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" ` +
    `value="${escaped(value)}" autocomplete="${autocomplete}" maxlength="256" required` +
    `${rules && ' aria-describedby="rules"'}${first ? ' autofocus' : ''}>${show}${rules}</div>`
  );
};

const ruleList = (policy: PasswordPolicy, texts: Texts): string => {
  const items = rulesOf(policy).map(
    ({ name, pattern }) =>
      `<li data-pattern="${escaped(pattern)}">${ruleText(name, policy, texts)}</li>`,
  );
  return `<section id="rules">${texts.mustHave}<ul>${items.join('')}</ul></section>`;
};

/** A rule in words. */
export const ruleText = (
  name: Rule['name'],
  { length_min }: PasswordPolicy,
  texts: Texts,
): string => filled(texts.rules[name], { length_min: String(length_min) });

/** The page of a request that cannot be answered, which is for the application’s developers. */
export const errorPage = (sentence: string): Reply => {
  const title = 'Sign-in is not possible';
  const content = `<h1>${title}</h1><p>${escaped(sentence)}</p>`;
  return pageOf(400, { language: 'en', style: {} }, title, content, `'none'`);
};

const pageOf = (
  status: number,
  { language, style }: Look,
  title: string,
  content: string,
  formAction: string,
) => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      `default-src 'none'; style-src '${hashOf(css)}'; script-src '${hashOf(script)}'; font-src data:; img-src data:; ` +
      `form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  },
  body:
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}${style.name ? ` · ${escaped(style.name)}` : ''}</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">${iconOf(style)}<style>${css}</style></head>` +
    `<body><main>${logoOf(style)}${content}</main></body></html>`,
});

const iconOf = ({ icon }: Style): string =>
  icon === undefined ? '' : `<link rel="icon" href="${icon}">`;

const logoOf = ({ name = '', light, dark = light }: Style): string =>
  light === undefined
    ? ''
    : `<picture><source media="(prefers-color-scheme:dark)" srcset="${dark}"><img src="${light}" alt="${escaped(name)}"></picture>`;

/** The letters of the pages behind it; those of other alphabets are the system's. */
const inter = readFileSync(
  new URL('../../dashboard/src/fonts/inter-latin.woff2', import.meta.url),
).toString('base64');

/** The colours and measures of the pages behind it: dashboard/src/styles/tokens.css. */
const css = `
@font-face{font-family:Inter;font-weight:400 600;src:url(data:font/woff2;base64,${inter}) format("woff2")}
:root{color-scheme:light dark;--page:light-dark(oklch(1 0 0),oklch(.19 .008 235));
--raised:light-dark(oklch(1 0 0),oklch(.225 .009 235));--ink:light-dark(oklch(.245 .012 235),oklch(.945 .004 230));
--muted:light-dark(oklch(.505 .014 235),oklch(.7 .012 232));--field:light-dark(oklch(.64 .01 235),oklch(.56 .01 235));
--brand:light-dark(oklch(.48 .09 175),oklch(.74 .105 175));--brand-strong:light-dark(oklch(.4 .078 175),oklch(.83 .095 175));
--on-brand:light-dark(oklch(1 0 0),oklch(.19 .03 175));--bad:light-dark(oklch(.505 .175 26),oklch(.8 .105 22));
--good:light-dark(oklch(.43 .095 158),oklch(.82 .115 158))}
body{font:13px/20px Inter,system-ui,sans-serif;margin:0;background:var(--page);color:var(--ink);-webkit-font-smoothing:antialiased}
main{max-width:360px;margin:10vh auto;padding:0 20px;overflow-wrap:anywhere}
picture img{max-width:100%;max-height:40px;margin-block-end:20px}
h1{font-size:20px;font-weight:600;line-height:28px;margin:0 0 16px}
form div{display:grid;grid-template-columns:1fr auto;margin-block-end:20px}
form div>*{grid-column:1/-1}
form div>label,form div>button{grid-row:1;grid-column:auto}
label{color:var(--muted)}
input{font:inherit;display:block;box-sizing:border-box;width:100%;height:36px;padding:0 12px;margin-block-start:4px;
border:1px solid var(--field);border-radius:8px;background:var(--raised);color:var(--ink)}
button{font:inherit;font-weight:500;display:block;width:100%;min-height:36px;padding:0 14px;border:0;border-radius:8px;
background:var(--brand);color:var(--on-brand);cursor:pointer}
button:hover{background:var(--brand-strong)}
button.link{width:auto;min-height:0;padding:0;background:none;color:var(--brand)}
button.link[hidden]{display:none}
form>button.link{margin-block-start:16px}
button.link:hover{color:var(--brand-strong);text-decoration:underline}
:focus-visible{outline:2px solid var(--brand);outline-offset:1px}
[role]{border-inline-start:3px solid var(--brand);margin:0 0 20px;padding-inline-start:12px}
[role=alert]{border-color:var(--bad);color:var(--bad)}
#rules{margin-block-start:8px;color:var(--muted)}
ul{list-style:none;margin:4px 0 0;padding:0}
li::before{content:"○"/"";display:inline-block;width:20px}
li.kept{color:var(--good)}
li.kept::before{content:"✓"}
`;

/** Shows what is typed into a password's field, and ticks the rules that it keeps. Without it the rules stay a list. */
const script = `
for (const button of document.querySelectorAll('button[aria-controls]')) {
  const fields = button.getAttribute('aria-controls').split(' ').map((id) => document.getElementById(id));
  button.hidden = false;
  button.addEventListener('click', () => {
    const text = button.textContent;
    for (const field of fields) field.type = field.type === 'password' ? 'text' : 'password';
    button.textContent = button.dataset.other;
    button.dataset.other = text;
  });
}
document.getElementById('new_password')?.addEventListener('input', ({ target }) => {
  for (const rule of document.querySelectorAll('[data-pattern]'))
    rule.className = new RegExp(rule.dataset.pattern).test(target.value) ? 'kept' : '';
});
`;

const hashOf = (inline: string): string =>
  `sha256-${createHash('sha256').update(inline).digest('base64')}`;

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
