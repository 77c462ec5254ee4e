import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import type { Route } from '../../../functions/core/route.ts';
import { isTagOf } from '../call.ts';
import { validCall } from '../examples.ts';
import { operationOf } from '../printed-document.ts';
import { callFor, casesOf, ofTheMoment } from '../route-cases.ts';
import { asRepeated, type Rule, textOf } from './suite.ts';

/** The answer to a valid request, and each error that is the route's own. */
export const responsesRule: Rule = ({ tenant }, route, holds) => {
  const { responses } = operationOf(route);

  holds(
    'the example of the route is answered as declared, whatever the case of header names',
    async () => {
      const call = await validCall(route, tenant);
      const headers = {
        'api-key': undefined,
        'API-KEY': await tenant.keyFor(call.path),
        'X-Tenant-ID': tenant.tenant_id,
      };
      const answer = await tenant.call({ ...call, headers });
      assert.equal(answer.status, route.returns.status, answer.text);
      if (answer.body?.version !== undefined)
        assert.ok(isTagOf(answer.headers.etag, answer.body), answer.headers.etag);
      if (route.method !== 'GET') return;
      const { etag = '"1"' } = answer.headers;
      const known = await tenant.call({ ...call, headers: { 'if-none-match': etag } });
      assert.deepEqual(
        [known.status, known.text === ''],
        '304' in responses ? [304, true] : [200, false],
      );
    },
  );

  if ('201' in responses)
    holds('a location leads to what was made', async () => {
      const call = await validCall(route, tenant);
      const answer = await tenant.call({ ...call, body: withMaps(route, call.body) });
      const { location = '' } = answer.headers;
      assert.match(location, /^\/v1\//);
      const made = await tenant.call({ method: 'GET', path: location.slice('/v1'.length) });
      assert.equal(textOf(made), textOf(asRepeated(route, answer)));
    });

  // Which codes these are, and that none is missing, is shown when every rule has been seen.
  const errors = [...casesOf(route), ...ofTheMoment(route)].filter((it) => it.status >= 400);
  if (errors.length > 0)
    holds('each error of its own is answered', async () => {
      for (const { name, status, arrange } of errors) {
        const answer = await tenant.call(callFor(route, await arrange(tenant)));
        assert.equal(answer.status, status, `${name}: ${answer.text}`);
      }
    });
};

/** Pairs in an order that no table keeps. */
const pairs = Object.fromEntries([...'qzamxbkc'].map((letter) => [`x-${letter}`, letter]));

/** A body with every map that its route takes: what was made must be the same bytes later, however a table orders it. */
const withMaps = (route: Route, body: unknown): unknown =>
  ['metadata', 'headers'].reduce((sent, name) => {
    const more = { ...(sent as object), [name]: pairs };
    return route.body && z.safeParse(route.body, more).success ? more : sent;
  }, body);
