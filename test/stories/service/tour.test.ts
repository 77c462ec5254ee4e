import assert from 'node:assert/strict';
import { runTour } from '../../../bin/tour/mission.ts';
import { aBusiness, startService } from '../../helpers/service.ts';
import { after, test } from '../../helpers/tests.ts';

const local = await startService();
after(local.stop);

test('the tour leads from a name to money spent and the deliveries of its events, then over the page and through persons', async () => {
  const { baseUrl, secret_key, client } = await aBusiness(local);
  const lines: string[] = [];
  await runTour({
    base_url: baseUrl,
    secret_key,
    print: (line) => lines.push(...line.split('\n')),
    style: (_, text) => text,
  });
  const [business, onboarded, customer] = (await client.customers.list()).body.data;
  const happened: string[] = [];
  for await (const event of client.customers.timeline({
    params: { customer_id: customer?.id ?? '' },
  }))
    happened.unshift(`${event.type} ${event.id}`);
  const conditions = [
    'customer.created',
    'document.accepted',
    'verification.verified',
    'feature.activated',
    'card.activated',
  ];
  for (const fact of [...conditions, 'card.authorization_approved', 'card.authorization_declined'])
    assert.ok(
      happened.some((one) => one.startsWith(`${fact} `)),
      fact,
    );

  const words = lines.map((line) => line.replaceAll(/ +/g, ' '));
  const verified = words
    .filter((line) => line.startsWith('verified '))
    .map((line) => line.slice('verified '.length));
  assert.deepEqual(verified, happened);
  const history = words.flatMap((line) => {
    const [, type, id] = /^succeeded (\S+) 204 in \d+ ms (evt_\w+)$/.exec(line) ?? [];
    return type ? [`${type} ${id}`] : [];
  });
  assert.deepEqual(history.toSorted(), happened.toSorted());
  const printed = lines.join('\n');
  assert.match(printed, /declined_by_business/);
  assert.ok(!printed.includes(secret_key), 'the key is not printed');
  assert.doesNotMatch(printed, /whsec_\w{8}/);
  assert.deepEqual((await client.webhooks.list()).body.data, []);
  assert.deepEqual(
    [onboarded?.verification.status, business?.verification.level],
    ['verified', 'enhanced'],
  );
  const card = (await client.cards.list({ query: { customer_id: onboarded?.id ?? '' } })).body
    .data[0];
  assert.equal(card?.status, 'active');
  const persons = (await client.persons.list({ params: { customer_id: business?.id ?? '' } })).body
    .data;
  assert.deepEqual(
    [...new Set(persons.map(({ verification }) => verification.status))],
    ['verified'],
  );
  assert.equal(persons.length, 3);
});
