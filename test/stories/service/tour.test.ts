import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runTour } from '../../../bin/tour/mission.ts';
import { aBusiness, sharedService } from '../../helpers/service.ts';

const local = await sharedService();

test('the tour leads from a name to money spent, and ends with the deliveries of its events', async () => {
  const { baseUrl, secret_key, client } = await aBusiness(local);
  const lines: string[] = [];
  await runTour({
    base_url: baseUrl,
    secret_key,
    print: (line) => lines.push(...line.split('\n')),
    style: (_, text) => text,
  });
  const [customer] = (await client.customers.list()).body.data;
  const happened: string[] = [];
  for await (const event of client.customers.timeline({ params: { customer_id: customer?.id ?? '' } }))
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
  const verified = words.filter((line) => line.startsWith('verified ')).map((line) => line.slice('verified '.length));
  assert.deepEqual(verified, happened);
  const history = words.slice(-happened.length).map((line) => /^succeeded (\S+) 204 in \d+ ms (evt_\w+)$/.exec(line));
  assert.deepEqual(history.map((found) => `${found?.[1]} ${found?.[2]}`).toSorted(), happened.toSorted());
  const printed = lines.join('\n');
  assert.ok(!printed.includes(secret_key), 'the key is not printed');
  assert.doesNotMatch(printed, /whsec_\w{8}/);
  assert.deepEqual((await client.webhooks.list()).body.data, []);
});
