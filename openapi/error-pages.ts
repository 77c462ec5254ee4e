import { marked } from 'marked';
import type { ApiErrorCode } from '../functions/core/api-error.ts';
import { catalogue } from '../functions/core/error-catalogue.ts';
import { type Fix, reasons } from './error-reasons.ts';
import { operationsOf, type PrintedDocument } from './page-places.ts';
import { problemExample } from './problem.ts';
import { withPartsInPlace } from './shared-parts.ts';

/** The page of an error in both media types. */
export type ErrorPage = { readonly 'text/markdown': string; readonly 'text/html': string };

/** Prints the page of each error code: what happened, why, the call that resolves it, and what a retry does. */
export const printErrorPages = (printed: PrintedDocument): Readonly<Record<string, ErrorPage>> => {
  const routes = routesByCode(printed);
  return Object.fromEntries(
    (Object.keys(catalogue) as ApiErrorCode[]).map((code) => {
      const markdown = pageOf(code, routes.get(code) ?? []);
      return [
        code,
        { 'text/markdown': markdown, 'text/html': htmlOf(catalogue[code].title, markdown) },
      ];
    }),
  );
};

const pageOf = (code: ApiErrorCode, routes: readonly string[]): string => {
  const { title, detail } = catalogue[code];
  const { why, fix } = reasons[code];
  const blocks = [
    `# ${title}`,
    `\`${code}\`, HTTP status ${catalogue[code].status}`,
    '## Why it happens',
    why,
    '## How to resolve it',
    detail,
    ...(fix ? [fenced('sh', curlOf(fix))] : []),
    '## What a retry does',
    retryOf(code),
    '## Example',
    fenced('json', JSON.stringify(problemExample(code), null, 2)),
    ...(routes.length > 0 ? ['## Routes', routes.join('\n')] : []),
    '[All errors](../errors.md)',
  ];
  return `${blocks.join('\n\n')}\n`;
};

const retryOf = (code: ApiErrorCode): string => {
  const { retry, status } = catalogue[code];
  if (!retry)
    return 'The same request gets the same error. The response says so with `x-should-retry: false`.';
  const waits = status === 429 || status === 503 || status === 409;
  const when = waits ? ' after the seconds in `retry-after`' : '';
  return `The same request can succeed later. Send it again${when}. Keep the \`Idempotency-Key\` of a POST.`;
};

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

const curlOf = ({ method, path, body }: Fix): string => {
  const arguments_ = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} "\${base_url}${path}"`,
    '-H "Api-Key: $key"',
    ...(method === 'POST' ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ];
  return arguments_.join(' \\\n  ');
};

/** More routes than these are not listed: the error can occur on most of them. */
const listed_max = 30;

const routesByCode = (printed: PrintedDocument): ReadonlyMap<string, readonly string[]> => {
  const { paths } = withPartsInPlace(printed);
  const pairs = operationsOf(paths).flatMap(({ method, path, operation }) => {
    const line = `- [\`${method} ${path}\`](../${operation.tags[0]}.md) (\`${operation.operationId}\`)`;
    return codesOf(operation.responses).map((code) => [code, line] as const);
  });
  const grouped = Map.groupBy(pairs, ([code]) => code);
  return new Map(
    [...grouped].map(([code, all]) => [
      code,
      all.length > listed_max ? [`${all.length} routes return it.`] : all.map(([, line]) => line),
    ]),
  );
};

type Responses = ReturnType<typeof operationsOf>[number]['operation']['responses'];

const codesOf = (responses: Responses): string[] =>
  Object.values(responses).flatMap(({ content = {} }) =>
    Object.keys(content['application/problem+json']?.examples ?? {}),
  );

const htmlOf = (title: string, markdown: string): string =>
  [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>`,
    `<body><main>\n${marked.parse(markdown, { async: false })}</main></body>`,
    '</html>\n',
  ].join('\n');
