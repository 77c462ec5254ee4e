import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { order, reported, send } from './helpers/small-api.ts';

beforeEach(() => reported.splice(0));

/** The one report of a request, without its time. */
const only = (): string => {
  assert.equal(reported.length, 1, reported.join('\n'));
  return (reported[0] ?? '').replace(/^\S+ /, '');
};

const firstLine = (status: number, id: unknown, { route = 'POST /things', by = 'things' } = {}) =>
  `${status} ${route} (request ${id}, function ${by})\n`;

const idOf = ({ headers }: Awaited<ReturnType<typeof send>>) => headers['x-amzn-requestid'];

describe('a request that fails is reported with its id, its route and why', () => {
  test('where the function answers 500: the stack that it logged', async () => {
    const error = {
      name: 'TypeError',
      stack: 'TypeError: x\n    at place (file.js:1:2)',
      cause: 'Error: of old',
    };
    const log = { level: 'ERROR', message: 'internal', error };
    const answer = await order({ log, answer: { statusCode: 500, body: '{}' } });
    const why = '  TypeError: x\n      at place (file.js:1:2)\n  Caused by Error: of old';
    assert.equal(only(), `${firstLine(500, idOf(answer))}${why}`);
  });

  test('where the function throws: its stack', async () => {
    const answer = await order({ fail: true });
    assert.ok(answer.status >= 500);
    assert.ok(only().startsWith(firstLine(answer.status, idOf(answer))));
    assert.match(only(), /\n {2}Error: it failed\n {6}at .*\n/);
  });

  test('where its process ends', async () => {
    const answer = await order({ exit: true });
    assert.ok(only().startsWith(firstLine(answer.status, idOf(answer))));
    assert.match(only(), /exit status 1/);
  });

  test('where it is out of memory', async () => {
    const answer = await order({ memory: true });
    assert.ok(only().startsWith(firstLine(answer.status, idOf(answer))));
    assert.match(only(), /memory limit/);
  });

  test('where it takes too long', async () => {
    const answer = await order({ wait_ms: 400 }, { method: 'PATCH' });
    assert.equal(answer.status, 504);
    assert.ok(only().startsWith(firstLine(504, idOf(answer), { route: 'PATCH /things' })));
  });

  test('where it answers with no response of a route', async () => {
    const answer = await order({ answer: 'nonsense' });
    assert.ok(only().startsWith(firstLine(answer.status, idOf(answer))));
  });

  test('where the authorizer fails', async () => {
    const answer = await send('/v1/things/a', { token: 'broken-1' });
    const called = { route: 'GET /things/{thing_id}', by: 'authorizer' };
    assert.ok(only().startsWith(firstLine(500, idOf(answer), called)));
    assert.match(only(), /Error: no database\n/);
  });

  test('where the gateway may not invoke it', async () => {
    const answer = await send('/v1/forbidden', { token: null });
    assert.match(only(), new RegExp(`^500 GET /forbidden \\(request ${idOf(answer)}\\)\n`));
  });
});

test('no other request is reported, whatever its function logs', async () => {
  const log = { level: 'ERROR', message: 'a warning of another kind' };
  for (const statusCode of [200, 302, 400, 404, 409, 422, 429, 499])
    await order({ log, answer: { statusCode } });
  await send('/v1/nowhere');
  await send('/v1/things', { token: 'unknown-9' });
  await send('/v1/things', { token: 'deny-9' });
  assert.deepEqual(reported, []);
});
