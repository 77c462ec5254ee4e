import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerValidator, type ObservedAnswer } from '../helpers/answer-validator.ts';
import { type Any, document } from '../helpers/printed-document.ts';

const validateAnswer = answerValidator(document);

const headers = {
  'x-request-id': 'r-1',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=63072000',
  'content-type': 'application/json; charset=utf-8',
};
const problemHeaders = { ...headers, 'content-type': 'application/problem+json' };
const page = document.paths['/customers'].get.responses[200].content['application/json'].example;
const [customer]: Any[] = page.data;
const problem = (code: string) => document.components.examples[code].value;

const list: ObservedAnswer = { method: 'GET', path: '/v1/customers?limit=1', status: 200, headers, body: page };
const one: ObservedAnswer = {
  method: 'GET',
  path: `/v1/customers/${customer.id}`,
  status: 200,
  headers: { ...headers, etag: '"1"' },
  body: JSON.stringify(customer),
};
const refusedHeaders = { ...problemHeaders, 'www-authenticate': 'ApiKey header="Api-Key", error="refused"' };
const refused: ObservedAnswer = { ...list, status: 401, headers: refusedHeaders, body: problem('unauthorized') };
const nowhere: ObservedAnswer = {
  ...refused,
  path: '/v1/nowhere',
  status: 404,
  body: { ...problem('unauthorized'), code: 'route_not_found', status: 404 },
};

test('an answer as documented passes', () => {
  for (const answer of [list, one, refused, nowhere]) validateAnswer(answer);
  validateAnswer({ ...one, headers: new Headers({ ...headers, etag: '"1"' }) });
  validateAnswer({ ...one, status: 304, body: '' });
});

const cases: readonly [string, ObservedAnswer, RegExp][] = [
  ['another status', { ...list, status: 201 }, /status 201 is not documented/],
  ['a missing header', { ...one, headers }, /header etag is missing/],
  ['a malformed header', { ...one, headers: { ...headers, etag: 'W/"1"' } }, /header etag/],
  ['another content type', { ...refused, headers }, /content-type application\/json is not documented/],
  ['a missing field', { ...list, body: { ...page, has_more: undefined } }, /has_more/],
  ['a value of another form', { ...one, body: { ...customer, created_at: '2026-13-20T15:04:05.123Z' } }, /created_at/],
  ['a field that leaked', { ...one, body: { ...customer, tax_id: '123-45-6789' } }, /tax_id/],
  ['a body that is no JSON', { ...one, body: '<html>' }, /whole/],
  ['a code of another status', { ...refused, body: problem('internal') }, /code internal is not documented/],
  ['a body where none is documented', { ...one, status: 304 }, /a body where none/],
  ['an undocumented route that answers', { ...list, path: '/v1/nowhere' }, /the route is not documented/],
  ['an undocumented method that answers', { ...list, method: 'DELETE' }, /the route is not documented/],
];

for (const [fact, answer, message] of cases)
  test(`${fact} is told`, () => assert.throws(() => validateAnswer(answer), message));
