import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showDeliveryWithAttempts } from '../../functions/contract/deliveries/delivery.ts';

type Shown = typeof showDeliveryWithAttempts;
type Headers = Readonly<Record<string, string>>;

const delivery = { status: 'succeeded', last_attempt: null } as Parameters<Shown>[0];
const anAttempt = (request: Headers, response: Headers) =>
  ({ request: { headers: request }, response: { headers: response }, secret_versions: [1] }) as never;

test('the headers of an attempt are shown by name, in whatever order the table has them', () => {
  const [sent, received] = [
    { b: '1', a: '2', c: '3' },
    { date: 'today', connection: 'close' },
  ];
  const [shown] = showDeliveryWithAttempts(delivery, [anAttempt(sent, received)]).attempts;
  assert.deepEqual(Object.keys(shown?.request.headers ?? {}), ['a', 'b', 'c']);
  assert.deepEqual(Object.keys(shown?.response?.headers ?? {}), ['connection', 'date']);
});
