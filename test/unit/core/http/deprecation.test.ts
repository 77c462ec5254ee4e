import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { routes } from '../../../../functions/app/routes.ts';
import { ApiError } from '../../../../functions/core/api-error.ts';
import { httpHandler } from '../../../../functions/core/http/handler.ts';
import { type Deprecation, type Route, route } from '../../../../functions/core/route.ts';
import { printOpenapi } from '../../../../openapi/document.ts';
import { printPages } from '../../../../openapi/pages.ts';
import { anEvent, invoke } from '../../../helpers/api-event.ts';
import { type Any, document } from '../../../helpers/printed-document.ts';
import { test } from '../../../helpers/tests.ts';

const announced: Deprecation = {
  since: '2027-01-01',
  sunset: '2027-07-01',
  instead: 'Use `GET /cards`.',
};
const nickname = (deprecated: boolean) =>
  z.string().check(z.meta({ description: 'A name.', ...(deprecated && { deprecated }) }));
const body = (deprecated: boolean) =>
  z.object({ nickname: nickname(deprecated) }).check(z.meta({ description: 'A card.' }));

const cards = (deprecated: Deprecation | undefined, marked = false) =>
  route({
    id: 'cards.list-old',
    method: 'GET',
    path: '/old-cards',
    summary: 'List cards as before',
    permissions: {},
    returns: { status: 200, body: body(marked) },
    ...(deprecated && { deprecated }),
  });

const headersOf = async (one: Route, handle: (request: Any) => Promise<Any>) => {
  const { status, headers } = await invoke(httpHandler<Any>(one, {}, handle), anEvent(one));
  return [status, headers.deprecation, headers.sunset];
};

test('every response of a deprecated route says since when and until when, errors too', async () => {
  const dates = ['@1798761600', 'Thu, 01 Jul 2027 00:00:00 GMT'];
  const old = cards(announced);
  assert.deepEqual(await headersOf(old, ({ respond }) => respond({ nickname: 'a' })), [
    200,
    ...dates,
  ]);
  assert.deepEqual(await headersOf(old, () => Promise.reject(new ApiError('unavailable'))), [
    503,
    ...dates,
  ]);
  assert.deepEqual(await headersOf(old, () => Promise.reject(new Error('a bug'))), [500, ...dates]);
  const { sunset: _none, ...open } = announced;
  const undated = await headersOf(cards(open), ({ respond }) => respond({ nickname: 'a' }));
  assert.deepEqual(undated, [200, dates[0], undefined]);
  const current = await headersOf(cards(undefined), ({ respond }) => respond({ nickname: 'a' }));
  assert.deepEqual(current, [200, undefined, undefined]);
});

test('the document and the pages say it of the route, and of each of its responses', () => {
  const printed: Any = printOpenapi([cards(announced)], { webhooks: () => ({}) });
  const { deprecated, description, responses } = printed.paths['/old-cards'].get;
  assert.equal(deprecated, true);
  assert.match(
    description,
    /This route is deprecated since 2027-01-01 and may be gone from 2027-07-01 on\. Use `GET/,
  );
  for (const [status, one] of Object.entries<Any>(responses)) {
    const { headers } = one.$ref ? printed.components.responses[one.$ref.split('/').at(-1)] : one;
    assert.ok(headers.Deprecation && headers.Sunset, status);
  }
  assert.match(
    printPages(printed)['cards.md'] ?? '',
    /`GET \/old-cards` \(`cards\.list-old`\) is deprecated\./,
  );
});

test('a field is deprecated in its schema and in its routes, or in neither', () => {
  const fields = ['nickname'];
  const printed: Any = printOpenapi([cards({ ...announced, fields }, true)]);
  const { deprecated, description } = printed.paths['/old-cards'].get;
  assert.equal(deprecated, undefined);
  assert.match(description, /`nickname` is deprecated since/);
  assert.throws(
    () => printOpenapi([cards({ ...announced, fields })]),
    /differ in what is deprecated: nickname/,
  );
  assert.throws(
    () => printOpenapi([cards(announced, true)]),
    /differ in what is deprecated: nickname/,
  );
});

test('the headers are declared where a route is deprecated, and only then', () => {
  const some = routes.some((one: Route) => one.deprecated);
  assert.equal('Deprecation' in document.components.headers, some);
  assert.ok('Deprecation' in (printOpenapi([cards(announced)]) as Any).components.headers);
});
