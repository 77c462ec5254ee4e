import assert from 'node:assert/strict';
import { routes } from '../../../functions/app/routes.ts';
import { keyCallersCodes } from '../../../functions/core/errors.ts';
import { eventTypeNames } from '../../../functions/core/event-types.ts';
import type { Route } from '../../../functions/core/route.ts';
import { printIndex, printPages } from '../../../openapi/pages.ts';
import { isWrittenOut } from '../../../openapi/schema-words.ts';
import { document, operationOf } from '../../helpers/printed-document.ts';
import { test } from '../../helpers/tests.ts';

const pages = printPages(document);
const headings = Object.values(pages).flatMap((page) => page.match(/^### .*$/gm) ?? []);

test('every route is on the page of its resource, with its scope, body, response, errors and examples', () => {
  for (const route of routes as readonly Route[]) {
    const { tags, summary, responses, requestBody } = operationOf(route);
    const [, section = ''] = pages[`${tags[0]}.md`]?.split(`### ${summary}\n`) ?? [];
    const [own = ''] = section.split('\n##');
    assert.match(
      own,
      new RegExp(
        `\`${route.method} ${route.path.replaceAll(/[{}.]/g, '\\$&')}\` \\(\`${route.id}\`\\)`,
      ),
    );
    for (const code of route.errors) assert.match(own, new RegExp(`\\b${code}\\b`), route.id);
    assert.equal(own.includes('Example of the body'), requestBody !== undefined, route.id);
    const shown = responses[route.returns.status].content !== undefined;
    assert.equal(own.includes('Example of the response'), shown, route.id);
  }
});

test('every object, error and type of event has one section', () => {
  const events = new Set(
    eventTypeNames.map(
      (name) => document.webhooks[name].post.requestBody.content['application/json'].schema.$ref,
    ),
  );
  const schemas = Object.keys(document.components.schemas).filter(
    (name) =>
      !events.has(`#/components/schemas/${name}`) &&
      !isWrittenOut(document.components.schemas[name]),
  );
  assert.ok(schemas.length > 100);
  for (const name of [...schemas, ...keyCallersCodes, ...eventTypeNames])
    assert.equal(headings.filter((one) => one === `### ${name}`).length, 1, name);
});

test('a reader meets no reference, and every link leads to a section', () => {
  const anchors = Object.entries(pages).flatMap(([page, text]) =>
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => `${page}#${anchorOf(title)}`),
  );
  for (const [page, text] of Object.entries(pages)) {
    assert.doesNotMatch(text, /\$ref|#\/components|undefined|\[object/, page);
    for (const [, file, section] of text.matchAll(/\]\(([\w-]+\.md)?(#[^)]*)?\)/g)) {
      const to = file ?? page;
      assert.ok(
        section ? anchors.includes(`${to}${section}`) : pages[to],
        `${page} links to ${to}${section ?? ''}`,
      );
    }
  }
});

/** As GitHub makes them. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

test('a model can read the index at once, a page in one piece, and all of them in one window', () => {
  const index = printIndex(document, 'docs/');
  assert.ok(index.length < 5_000, String(index.length));
  for (const page of Object.keys(pages))
    assert.equal(index.split(`](docs/${page}): `).length, 2, page);
  for (const [page, text] of Object.entries(pages))
    assert.ok(text.length < 60_000, `${page}: ${text.length}`);
  assert.ok(Object.values(pages).join('').length < 500_000);
});
