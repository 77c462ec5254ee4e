import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retry_jitter } from '../../../functions/deliveries/schedule.ts';
import { deliverWebhook } from '../../../functions/jobs/jobs.ts';
import { functionName } from '../../../lib/environments.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { anEndpoint, withStatus } from '../../helpers/an-endpoint.ts';
import { durationsAt } from '../../helpers/durations.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { sharedTimeScaled } from '../../helpers/time-scaled.ts';
import { isNow, webhooksOf } from '../../helpers/webhooks.ts';

const local = await sharedTimeScaled();

const deliver = functionName('sandbox', deliverWebhook.id);

/** How long the service of sharedTimeScaled waits for what. */
const durations = durationsAt(60);

const between = (value: number, from: number, to: number) =>
  assert.ok(value >= from && value <= to, `${value} is not between ${from} and ${to}`);

/** How far ahead the next attempt was planned when the last one was recorded, in milliseconds. */
const planned = ({ updated_at, next_attempt_at }: Any) => Date.parse(next_attempt_at) - Date.parse(updated_at);

test('an endpoint that fails is tried again as the schedule says, never earlier, until it answers', async (t) => {
  const tenant = await aTenant(local);
  const { create, test: send, delivery } = webhooksOf(tenant);
  // Nothing is notified while we look at what the attempt before has planned.
  const endpoint = await anEndpoint(t, (response) => {
    local.mappings.pause(deliver);
    response.writeHead(500).end('out of order');
  });
  t.after(() => local.mappings.resume(deliver));
  const sent = await send(await create({ url: endpoint.url }));
  for (const [index, step] of durations.retry_steps_ms.slice(0, 3).entries()) {
    await endpoint.arrived(index + 1);
    const failed = await delivery(sent, ({ attempts_made }) => attempts_made === index + 1);
    assert.deepEqual([failed.status, failed.attempts_left], ['retrying', 10 - index]);
    between(planned(failed), step * (1 - retry_jitter), Math.ceil(step * (1 + retry_jitter)));
    assert.equal(failed.attempts.at(-1).next_attempt_at, failed.next_attempt_at);
    assert.deepEqual(failed.attempts.at(-1).error.kind, 'http_status');
    if (index === 2) endpoint.answer(withStatus(204));
    local.mappings.resume(deliver);
    const next = await endpoint.arrived(index + 2);
    assert.ok(next.at >= Date.parse(failed.next_attempt_at), 'it came before its time');
  }
  const { attempts, ...done } = await delivery(sent, isNow('succeeded'));
  assert.deepEqual([done.attempts_made, done.attempts_left, done.next_attempt_at], [4, 0, null]);
  assert.deepEqual(
    attempts.map(({ number }: Any) => number),
    [1, 2, 3, 4],
  );
  assert.deepEqual(
    endpoint.arrivals.map(({ headers }) => headers['webhook-attempt']),
    ['1', '2', '3', '4'],
  );
  assert.equal(new Set(endpoint.arrivals.map(({ id, body }) => `${id} ${body}`)).size, 1);
});

test('the etag of a webhook never hides that its health has changed', async (t) => {
  const tenant = await aTenant(local);
  const { create, test: send } = webhooksOf(tenant);
  const { id } = await create({ url: (await anEndpoint(t)).url });
  const read = (headers: Record<string, string> = {}) =>
    tenant.call({ method: 'GET', path: `/webhooks/${id}`, headers });
  const { etag = '', ...untried } = (await read()).headers;
  assert.equal(untried['cache-control'], 'no-store');
  await send({ id });
  const tried = await until(async () => {
    const answer = await read({ 'if-none-match': etag });
    assert.deepEqual([answer.status, answer.headers.etag], [200, etag]);
    return answer.body.health.last_success_at !== null && answer;
  }, 'the health shows the success');
  assert.equal(tried.body.version, 1);
});
