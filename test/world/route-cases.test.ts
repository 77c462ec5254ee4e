import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorizeRequest } from '../../functions/jobs/jobs.ts';
import { functionName } from '../../lib/environments.ts';
import { isTagOf } from '../helpers/call.ts';
import { leadsOn } from '../helpers/links.ts';
import { inRoundTrips } from '../helpers/round-trips.ts';
import { allCases, ask } from '../helpers/route-cases.ts';
import { world } from './world.ts';

const { aBusiness, recorder } = await world();
const authorizer = functionName('sandbox', authorizeRequest.id);

/** Their arrangements wait for what a worker does. */
const elsewhere: ReadonlySet<string> = new Set([
  ...['documents.get that is uploaded', 'documents.download of a document whose bytes were inspected'],
  ...['verifications.list-all when one waits for a reviewer', 'verifications.assign by somebody who takes it'],
  ...['verifications.assign to nobody, as it is', 'simulations.authorization that the business approves'],
  ...['events.get with one delivery', 'webhooks.get-statistics of a week', 'overview.get-figures with a delivery'],
  ...['webhooks.recover again with the same key', 'deliveries.list all', 'deliveries.list of a webhook'],
  ...['deliveries.list of a status', 'deliveries.list of an event', 'deliveries.list that did not arrive'],
  ...['deliveries.get with one attempt', 'deliveries.list-attempts of one', 'deliveries.resend of one that arrived'],
  ...['deliveries.resend again with the same key', 'deliveries.resend of one whose webhook is disabled'],
]);

const named = allCases.map(({ route, it }) => ({ route, it, name: `${route.id} ${it.name}` }));

test('every case is here but those that wait for a worker', () => {
  assert.deepEqual([...elsewhere.difference(new Set(named.map(({ name }) => name)))], []);
});

for (const { route, it, name } of named) {
  if (elsewhere.has(name)) continue;
  test(`${name}: ${it.asks.length}`, async () => {
    const business = await aBusiness();
    const said = await it.arrange(business);
    const [answer, all] = await recorded(() => ask(business, route, said));
    assert.equal(answer.status, it.status, answer.text);
    if (answer.body?.version !== undefined) assert.ok(isTagOf(answer.headers.etag, answer.body), answer.headers.etag);
    const calls = all.filter((each) => each.function !== authorizer);
    const asked = calls.map(({ operation }) => operation);
    assert.deepEqual(
      [...new Set(calls.map((each) => each.function))],
      calls[0] ? [functionName('sandbox', route.id)] : [],
    );
    assert.deepEqual(inRoundTrips(asked, it.asks), it.asks);
    assert.ok(await leadsOn(answer.body), `a link of ${answer.text} leads nowhere`);
  });
}

async function recorded<T>(action: () => Promise<T>) {
  const outcome: T[] = [];
  const calls = await recorder.during(async () => void outcome.push(await action()));
  return [outcome[0] as T, calls] as const;
}
