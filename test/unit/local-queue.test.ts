import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFaults } from '../../local/faults.ts';
import { newMessage } from '../../local/queues/message.ts';
import type { Queue } from '../../local/queues/queue.ts';
import { createQueues } from '../../local/queues/queues.ts';
import { queue, queueArn } from '../helpers/messaging-resources.ts';

/** A queue whose clock the test moves; `send` puts a message into it, `bodies` receives what is visible. */
const aQueue = (properties: Record<string, unknown> = {}) => {
  const clock = { now: 1_000_000 };
  const queues = createQueues({
    resources: [queue('q', properties)],
    faults: createFaults(),
    now: () => clock.now,
  });
  const held: Queue = queues.find(queueArn('q')) ?? assert.fail('There is no queue.');
  const send = (body: string, group?: string, delay_ms = 0) =>
    held.accept(newMessage({ body, group, sender: 's' }, clock.now, delay_ms));
  const receive = (max = 10, visibility_ms = 30_000) => held.receive({ max, visibility_ms, wait_ms: 0 });
  const bodies = async (max = 10) => (await receive(max)).map(({ body }) => body);
  return { clock, held, send, receive, bodies };
};

test('a queue keeps a message no longer than it says', async () => {
  const { clock, held, send, receive } = aQueue({ MessageRetentionPeriod: 60 });
  send('x');
  clock.now += 59_999;
  assert.equal((await receive(1, 0))[0]?.body, 'x');
  clock.now += 1;
  assert.deepEqual(await receive(), []);
  assert.deepEqual(held.messages(), []);
});

test('many messages come back in the order in which their time comes', async () => {
  const { clock, send, bodies } = aQueue();
  const delays = Array.from({ length: 200 }, (_, n) => (n * 7919) % 1000);
  for (const delay of delays) send(`${delay}`, undefined, delay);
  const came: number[] = [];
  for (let tick = 0; tick <= 1000; tick++, clock.now += 1) came.push(...(await bodies()).map(Number));
  assert.deepEqual(
    came,
    delays.toSorted((a, b) => a - b),
  );
});

test('a message whose receiver asks for longer stays hidden for longer, and for shorter shorter', async () => {
  const { clock, held, send, receive, bodies } = aQueue();
  send('x');
  const [taken] = await receive(1, 10_000);
  assert.equal(held.changeVisibility(taken?.receipt ?? '', 60_000), true);
  clock.now += 59_999;
  assert.deepEqual(await bodies(), []);
  assert.equal(held.changeVisibility(taken?.receipt ?? '', 5), true);
  clock.now += 5;
  assert.deepEqual(await bodies(), ['x']);
});

test('whoever has the fewest messages in flight comes first, among equals the oldest', async () => {
  const { clock, send, bodies, receive } = aQueue();
  for (const body of ['loud 1', 'loud 2', 'loud 3']) send(body, 'loud');
  await receive(3);
  send('quiet 1', 'quiet');
  clock.now += 1;
  for (const body of ['loud 4', 'loud 5']) send(body, 'loud');
  clock.now += 1;
  for (const body of ['calm 1', 'calm 2']) send(body, 'calm');
  assert.deepEqual(await bodies(1), ['quiet 1']);
  assert.deepEqual(await bodies(), ['calm 1', 'calm 2', 'loud 4', 'loud 5']);
});

test('a thousand messages of one group are received in the order in which they were sent', async () => {
  const { held, send, bodies } = aQueue();
  const sent = Array.from({ length: 1000 }, (_, n) => `${n}`);
  for (const body of sent) send(body);
  held.purge();
  for (const body of sent) send(body);
  const came: string[] = [];
  while (came.length < 1000) came.push(...(await bodies(7)));
  assert.deepEqual([came, held.counts()], [sent, { visible: 0, inFlight: 1000, delayed: 0 }]);
});
