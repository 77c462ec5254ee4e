import '../../process.ts';
import assert from 'node:assert/strict';
import {
  notification_delay_seconds_max,
  retry_jitter,
} from '../../../../functions/delivery/deliveries/schedule.ts';
import { anEndpoint, withStatus } from '../../../helpers/an-endpoint.ts';
import { durations } from '../../../helpers/durations.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { test } from '../../../helpers/tests.ts';
import { webhooksOf } from '../../../helpers/webhooks.ts';
import { world } from '../../world.ts';

const { aBusiness, clock } = await world();

const between = (value: number, from: number, to: number) =>
  assert.ok(value >= from && value <= to, `${value} is not between ${from} and ${to}`);

/** The longest time from a planned attempt to its message or sweep. */
const lateness_ms = (wait_ms: number) =>
  wait_ms > notification_delay_seconds_max * 1_000 ? 60_000 : 1_000;

test('an endpoint that fails is tried again as the schedule says, never earlier, until it answers', async (t) => {
  const { create, test: send, read } = webhooksOf(await aBusiness());
  const endpoint = await anEndpoint(t, (response) => response.writeHead(500).end('out of order'));
  const sent = await send(await create({ url: endpoint.url }));
  await clock.advance(1_000);
  const steps = durations.retry_steps_ms.slice(0, 4);
  for (const [index, step] of steps.entries()) {
    assert.equal(endpoint.arrivals.length, index + 1);
    const failed = await read(sent);
    assert.deepEqual(
      [failed.status, failed.attempts_made, failed.attempts_left],
      ['retrying', index + 1, 10 - index],
    );
    const wait_ms = Date.parse(failed.next_attempt_at) - Date.parse(failed.updated_at);
    between(wait_ms, step * (1 - retry_jitter), Math.ceil(step * (1 + retry_jitter)));
    assert.equal(failed.attempts.at(-1).next_attempt_at, failed.next_attempt_at);
    assert.deepEqual(failed.attempts.at(-1).error.kind, 'http_status');
    if (index === steps.length - 1) endpoint.answer(withStatus(204));
    await clock.advance(Date.parse(failed.next_attempt_at) - clock.now() - 1);
    assert.equal(endpoint.arrivals.length, index + 1, 'it came before its time');
    await clock.advance(1 + lateness_ms(wait_ms));
  }
  const { attempts, ...done } = await read(sent);
  assert.deepEqual(
    [done.status, done.attempts_made, done.attempts_left, done.next_attempt_at],
    ['succeeded', 5, 0, null],
  );
  assert.deepEqual(
    attempts.map(({ number }: Any) => number),
    [1, 2, 3, 4, 5],
  );
  assert.deepEqual(
    endpoint.arrivals.map(({ headers }) => headers['webhook-attempt']),
    ['1', '2', '3', '4', '5'],
  );
  assert.equal(new Set(endpoint.arrivals.map(({ id, body }) => `${id} ${body}`)).size, 1);
});

test('the etag of a webhook never hides that its health has changed', async (t) => {
  const business = await aBusiness();
  const { create, test: send } = webhooksOf(business);
  const { id } = await create({ url: (await anEndpoint(t)).url });
  const read = (headers: Record<string, string> = {}) =>
    business.call({ method: 'GET', path: `/webhooks/${id}`, headers });
  const { etag = '', ...untried } = (await read()).headers;
  assert.equal(untried['cache-control'], 'no-store');
  await send({ id });
  await clock.advance(1_000);
  const tried = await read({ 'if-none-match': etag });
  assert.deepEqual([tried.status, tried.headers.etag], [200, etag]);
  assert.notEqual(tried.body.health.last_success_at, null);
  assert.equal(tried.body.version, 1);
});
