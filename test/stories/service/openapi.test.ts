import assert from 'node:assert/strict';
import { servedText } from '../../../lib/document-text.ts';
import { printErrorPages } from '../../../openapi/error-pages.ts';
import { printIndex, printPages } from '../../../openapi/pages.ts';
import { callerOf } from '../../helpers/call.ts';
import { document } from '../../helpers/printed-document.ts';
import { sharedWithoutRelay } from '../../helpers/service.ts';
import { test } from '../../helpers/tests.ts';

const local = await sharedWithoutRelay();
const served = JSON.parse(servedText());
const call = callerOf(local.environments.sandbox?.base_url ?? '', 'none');

test('the document that the service serves is the one that the contract prints', async () => {
  const { status, body } = await call({
    method: 'GET',
    path: '/openapi.json',
    headers: { 'api-key': undefined },
  });
  assert.equal(status, 200);
  assert.deepEqual(body, served);
});

test('it may be kept, is not sent again to who has it, and comes compressed', async () => {
  const path = '/openapi.json';
  const { headers } = await call({ method: 'GET', path });
  const kept = (said: Readonly<Record<string, string>>) => [
    said['cache-control'],
    said.vary,
    said.etag,
  ];
  assert.deepEqual(kept(headers).slice(0, 2), ['public, max-age=3600', 'Accept-Encoding']);
  assert.match(headers.etag ?? '', /^W\/"[\w-]{43}"$/);
  for (const tag of [headers.etag, headers.etag?.slice(2), '*']) {
    const again = await call({ method: 'GET', path, headers: { 'if-none-match': tag } });
    assert.deepEqual([again.status, again.text, kept(again.headers)], [304, '', kept(headers)]);
  }
  assert.equal(
    (await call({ method: 'GET', path, headers: { 'if-none-match': 'W/"another"' } })).status,
    200,
  );
  const compressed = await fetch(`${local.environments.sandbox?.base_url}openapi.json`, {
    headers: { 'accept-encoding': 'gzip' },
  });
  assert.equal(compressed.headers.get('content-encoding'), 'gzip');
  assert.ok(Number(compressed.headers.get('content-length')) < servedText().length / 4);
  assert.deepEqual(await compressed.json(), served);
});

test('the pages that the service serves are those that the contract prints', async () => {
  const pages = printPages(document);
  const get = (path: string) => call({ method: 'GET', path, headers: { 'api-key': undefined } });
  const index = await get('/llms.txt');
  assert.equal(index.headers['content-type'], 'text/markdown; charset=utf-8');
  assert.equal(index.text, printIndex(document, 'docs/'));
  const linked = [...index.text.matchAll(/\]\(docs\/([\w.-]+)\)/g)].map(([, page = '']) => page);
  assert.deepEqual(linked.toSorted(), Object.keys(pages).toSorted());
  for (const page of linked) assert.equal((await get(`/docs/${page}`)).text, pages[page], page);
  assert.equal((await get('/docs/llms-full.txt')).text, Object.values(pages).join('\n'));
});

test('the type of an error leads to its page, which a browser gets as HTML', async () => {
  const pages = printErrorPages(document);
  const refused = await call({
    method: 'GET',
    path: '/customers/cus_none',
    headers: { 'api-key': 'none' },
  });
  const page = (accept?: string) =>
    fetch(new URL(refused.body.type, local.environments.sandbox?.base_url), {
      headers: accept ? { accept } : {},
    });
  for (const [accept, type] of [
    [undefined, 'text/markdown'],
    ['*/*', 'text/markdown'],
    ['text/markdown, text/html;q=0.9', 'text/markdown'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html'],
  ] as const) {
    const response = await page(accept);
    const { status, headers } = response;
    assert.deepEqual(
      [status, headers.get('content-type'), headers.get('vary')],
      [200, `${type}; charset=utf-8`, 'Accept, Accept-Encoding'],
    );
    assert.equal(
      headers.get('content-security-policy'),
      type === 'text/html' ? "default-src 'none'" : null,
    );
    assert.equal(await response.text(), pages.unauthorized?.[type]);
  }
  assert.equal(
    (await call({ method: 'GET', path: '/docs/errors/out_of_money' })).body.code,
    'page_not_found',
  );
});
