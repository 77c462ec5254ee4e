import './process.ts';
import assert from 'node:assert/strict';
import { authorizeRequest, relayEvents } from '../../functions/app/jobs/jobs.ts';
import { routes } from '../../functions/app/routes.ts';
import type { ApiErrorCode } from '../../functions/core/api-error.ts';
import { catalogue } from '../../functions/core/error-catalogue.ts';
import { errorsOf } from '../../functions/core/errors.ts';
import { functionName } from '../../lib/environments.ts';
import { errorsSeen } from '../helpers/call.ts';
import { listsRule } from '../helpers/rules/cursors.ts';
import { testEveryRoute } from '../helpers/rules/every-route.ts';
import { fuzzingRule } from '../helpers/rules/fuzzing.ts';
import { idempotencyRule } from '../helpers/rules/idempotency.ts';
import { keysRule } from '../helpers/rules/keys.ts';
import { methodsRule } from '../helpers/rules/methods.ts';
import { reachedInOrderRule } from '../helpers/rules/order.ts';
import { preconditionsRule } from '../helpers/rules/preconditions.ts';
import { responsesRule } from '../helpers/rules/responses.ts';
import { makeSuite, refusedUnread } from '../helpers/rules/suite.ts';
import { tenancyRule } from '../helpers/rules/tenancy.ts';
import { test } from '../helpers/tests.ts';
import { sweepingOf } from './sweeping.ts';
import { world } from './world.ts';

const service = await world();
const { clock, logs, mappings } = service;
const suite = await makeSuite(service);

/** The rules of every route that take a service: the gateway, keys, and the items in the tables. */
const rules = [
  ...[responsesRule, keysRule, tenancyRule, methodsRule, listsRule],
  ...[idempotencyRule, preconditionsRule, reachedInOrderRule, fuzzingRule],
];

/** The throttles of the stage have room again for the requests of a route. */
const between_ms = 250;

// Workers may find what another file has left.
const asked = new Set([authorizeRequest, ...routes].map(({ id }) => functionName('sandbox', id)));
const errors: string[] = [];
const stopListening = logs.subscribe(({ functionName: name, stream, line }) => {
  if (asked.has(name) && (stream === 'stderr' || line.includes('"level":"ERROR"')))
    errors.push(`${name}: ${line}`);
});

// No rule looks at an event, and a sweep would dispatch in the stead of the relay.
mappings.pause(functionName('sandbox', relayEvents.id));
const setSweeping = sweepingOf(service);
setSweeping(false);

testEveryRoute(
  (route, holds) => {
    for (const rule of rules) rule(suite, route, holds);
  },
  () => clock.take(between_ms),
);

/**
 * The errors that only the machine returns (stories/http/routes.test.ts): throttles, and the errors
 * of live.
 */
const refusedByMachine: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'rate_limited',
  'sandbox_only',
  'attestation_not_accepted',
]);

test('every error that the document promises a caller is reached', () => {
  const isReachable = (code: ApiErrorCode) =>
    catalogue[code].status < 500 && !refusedUnread.has(code) && !refusedByMachine.has(code);
  const promised = routes.flatMap((route) =>
    errorsOf(route)
      .filter(isReachable)
      .map((code) => `${route.id} ${code}`),
  );
  assert.deepEqual(
    promised.filter((refusal) => !errorsSeen.has(refusal)),
    [],
  );
});

test('nothing of all this makes a function log an error', () => {
  stopListening();
  mappings.resume(functionName('sandbox', relayEvents.id));
  setSweeping(true);
  assert.deepEqual(errors, []);
});
