import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFaults, type FaultRule } from '../faults.ts';
import { createQueues, type Message, type Queue } from '../queues/queues.ts';
import { resource } from './helpers/data-resources.ts';
import { queueArn } from './helpers/queue-machine.ts';

const url = 'https://sqs.eu-west-1.amazonaws.com/000000000000/jobs';

const queueWith = (...rules: FaultRule[]): { queue: Queue; faults: ReturnType<typeof createFaults> } => {
  const faults = createFaults();
  for (const rule of rules) faults.add(rule);
  const queue = createQueues({ resources: [resource('AWS::SQS::Queue', url, {})], faults }).byArn(queueArn('jobs'));
  assert.ok(queue);
  return { queue, faults };
};

const receive = (queue: Queue, max = 10): Promise<Message[]> => queue.receive({ max, wait_ms: 0 });

const bodies = async (queue: Queue, max = 10): Promise<string[]> => (await receive(queue, max)).map(({ body }) => body);

/** Numbers in [0, 1), the same for the same seed. */
const seeded = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

test('a message that is lost is one that the sender believes sent', async () => {
  const { queue, faults } = queueWith({ service: 'queue', operation: 'jobs', nth: 2, effect: 'lose' });
  const sent = ['a', 'b', 'c'].map((body) => queue.send(body));
  assert.equal(new Set(sent).size, 3);
  assert.deepEqual(await bodies(queue), ['a', 'c']);
  faults.clear();
});

test('a message that is duplicated comes twice under one id', async () => {
  const { queue } = queueWith({ service: 'queue', effect: 'duplicate' });
  const messageId = queue.send('a');
  const found = await receive(queue);
  assert.deepEqual(
    found.map((message) => message.messageId),
    [messageId, messageId],
  );
  assert.notEqual(found[0]?.receiptHandle, found[1]?.receiptHandle);
  queue.delete(found[0]?.receiptHandle ?? '');
  assert.equal(queue.depth().inFlight, 1);
});

test('a message that is delayed comes later', async () => {
  const { queue } = queueWith({ service: 'queue', effect: { delay_ms: 20 } });
  queue.send('a');
  assert.deepEqual(queue.depth(), { visible: 0, inFlight: 0, delayed: 1 });
  const found = await queue.receive({ max: 1, wait_ms: 20_000 });
  assert.deepEqual(
    found.map(({ body }) => body),
    ['a'],
  );
});

test('a rule can look at the body, and strikes no other queue', async () => {
  const secret = { service: 'queue', effect: 'lose', when: ({ body }) => body?.includes('secret') } as FaultRule;
  const { queue } = queueWith(secret, { service: 'queue', operation: 'others', effect: 'lose' });
  for (const body of ['a secret', 'b']) queue.send(body);
  assert.deepEqual(await bodies(queue), ['b']);
});

test('the same seed loses the same messages', async () => {
  const run = async (seed: number): Promise<string[]> => {
    const { queue } = queueWith({ service: 'queue', effect: 'lose', probability: 0.5, random: seeded(seed) });
    for (let at = 0; at < 100; at++) queue.send(String(at));
    return bodies(queue, 100);
  };
  const first = await run(7);
  assert.deepEqual(await run(7), first);
  assert.notDeepEqual(await run(8), first);
  assert.ok(first.length > 20 && first.length < 80, `${first.length} of 100 came`);
});

test('a group with a long line does not keep the others waiting', async () => {
  const { queue } = queueWith();
  for (let at = 0; at < 100; at++) queue.send(`noisy ${at}`, { group: 'noisy' });
  for (const group of ['b', 'c']) queue.send(`quiet ${group}`, { group });
  assert.deepEqual(await bodies(queue, 4), ['noisy 0', 'quiet b', 'quiet c', 'noisy 1']);
});

test('a group whose messages stay in flight comes after those that have none there', async () => {
  const { queue } = queueWith();
  for (const at of [0, 1, 2]) queue.send(`slow ${at}`, { group: 'slow' });
  assert.deepEqual(await bodies(queue, 2), ['slow 0', 'slow 1']);
  queue.send('quick 0', { group: 'quick' });
  queue.send('quick 1', { group: 'quick' });
  assert.deepEqual(await bodies(queue, 3), ['quick 0', 'quick 1', 'slow 2']);
});

test('messages without a group come in the order they were sent', async () => {
  const { queue } = queueWith();
  for (let at = 0; at < 5_000; at++) queue.send(String(at));
  const found: string[] = [];
  while (found.length < 5_000) {
    const messages = await receive(queue);
    for (const { receiptHandle } of messages) queue.delete(receiptHandle);
    found.push(...messages.map(({ body }) => body));
  }
  assert.deepEqual(
    found.map(Number),
    Array.from({ length: 5_000 }, (_, at) => at),
  );
  assert.deepEqual(queue.depth(), { visible: 0, inFlight: 0, delayed: 0 });
});

test('a message that was given back counts for its group no more', async () => {
  const { queue } = queueWith();
  for (const group of ['held', 'returned']) queue.send(`${group} 0`, { group });
  const [, returned] = await receive(queue);
  queue.changeVisibility(returned?.receiptHandle ?? '', 0);
  queue.send('held 1', { group: 'held' });
  assert.deepEqual(await bodies(queue, 2), ['returned 0', 'held 1']);
});
