import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import type { Database } from '../../../../functions/core/dynamodb/client.ts';
import { page_bytes_max } from '../../../../functions/core/dynamodb/list.ts';
import type { Write } from '../../../../functions/core/dynamodb/writes.ts';
import {
  attemptIn,
  saveAttempt,
} from '../../../../functions/delivery/deliveries/attempts-table.ts';
import { type Attempt, lastAttemptOf } from '../../../../functions/delivery/deliveries/model.ts';
import {
  deliveryOf,
  newestAttemptsMax,
  pageOfAttempts,
  readDeliveryWithAttempts,
  saveDelivery,
} from '../../../../functions/delivery/deliveries/table.ts';
import { made } from '../../../helpers/fixtures/cards.ts';
import { aStoredDelivery } from '../../../helpers/fixtures/deliveries.ts';
import { bytesOf } from '../../../helpers/item-bytes.ts';
import { storedOf } from '../../../helpers/stored/fixtures.ts';
import { itemOf, testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';

const delivery = aStoredDelivery({ status: 'failed' });
const { tenant_id, id } = delivery;

/** An attempt whose answer had a header of so many characters. */
const anAttempt = (number: number, characters = 1): Attempt => ({
  number,
  trigger: 'automatic',
  started_at: made,
  duration_ms: 1,
  remote_address: null,
  error: null,
  timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null },
  request: { headers: {} },
  response: {
    status: 500,
    headers: { x: 'x'.repeat(characters) },
    body: '',
    body_bytes: 0,
    body_sha256: '',
  },
  next_attempt_at: null,
  secret_versions: [1],
});
const storedWith = (attempts: number, characters?: number) =>
  testDatabase([
    saveDelivery(delivery),
    ...Array.from({ length: attempts }, (_, n) =>
      saveAttempt(delivery, anAttempt(n + 1, characters)),
    ),
  ]);
const numbers = (attempts: readonly Attempt[]) => attempts.map(({ number }) => number);

/** The numbers of all attempts, as pages of so many show them; each fits an answer. */
const walk = async (db: Database, limit: number): Promise<number[]> => {
  const walked: number[] = [];
  let below: string | undefined;
  do {
    const { items, next } = await pageOfAttempts(db, tenant_id, id, { limit, below });
    assert.ok(
      items.length <= limit && Buffer.byteLength(JSON.stringify(items)) <= page_bytes_max + 1_000,
    );
    walked.push(...numbers(items));
    below = next ?? undefined;
  } while (below !== undefined);
  return walked;
};

describe('the history of a delivery', () => {
  test('is shown with the newest ten attempts, oldest first, from one query', async () => {
    const { db, asked } = storedWith(61);
    const { delivery: read, attempts } = await readDeliveryWithAttempts(db, tenant_id, id);
    assert.equal(read.id, id);
    assert.deepEqual(numbers(attempts), [52, 53, 54, 55, 56, 57, 58, 59, 60, 61]);
    assert.deepEqual(asked(), { queries: 1, entries: 1 + newestAttemptsMax, batches: 0 });
  });

  test('is shown with fewer where they weigh more than may be shown', async () => {
    const { db } = storedWith(5, 100_000);
    assert.deepEqual(
      numbers((await readDeliveryWithAttempts(db, tenant_id, id, 250_000)).attempts),
      [4, 5],
    );
    assert.deepEqual(
      numbers((await readDeliveryWithAttempts(db, tenant_id, id, 1_000)).attempts),
      [],
    );
  });

  test('is walked page by page to its first attempt, each once', async () => {
    const { db } = storedWith(61);
    assert.deepEqual(
      await walk(db, 25),
      Array.from({ length: 61 }, (_, n) => 61 - n),
    );
  });

  test('has pages that fit an answer, however large its attempts are, and loses none', async () => {
    const { db } = storedWith(100, 64 * 1024);
    assert.deepEqual(
      await walk(db, 100),
      Array.from({ length: 100 }, (_, n) => 100 - n),
    );
  });

  test('begins with the attempt that is stored in its delivery, since it succeeded at once', async () => {
    for (const resends of [0, 1, 2, 9, 10, 24, 25]) {
      const first_attempt = anAttempt(1);
      const { db } = testDatabase([
        saveDelivery({ ...delivery, first_attempt }),
        ...Array.from({ length: resends }, (_, n) => saveAttempt(delivery, anAttempt(n + 2))),
      ]);
      const all = Array.from({ length: resends + 1 }, (_, n) => n + 1);
      const { delivery: read, attempts } = await readDeliveryWithAttempts(db, tenant_id, id);
      assert.deepEqual(read.first_attempt, first_attempt);
      assert.deepEqual(numbers(attempts), all.slice(-newestAttemptsMax));
      // DynamoDB ends a page at a megabyte, however many were asked for.
      const short: Database = {
        ...db,
        query: (range) => db.query({ ...range, limit: Math.min(range.limit, 2) }),
      };
      assert.deepEqual(await walk(short, 10), all.toReversed(), `${resends}`);
      for (const limit of [1, 2, 10, 25])
        assert.deepEqual(await walk(db, limit), all.toReversed(), `${resends} ${limit}`);
    }
  });

  test('is stored whole in its delivery, which is one kilobyte at most, and ends as the newest in short', async () => {
    const response = {
      status: 200,
      body: '{"received":true}',
      body_bytes: 17,
      body_sha256: 'a1b2c3d4'.repeat(8),
      headers: {
        server: 'nginx/1.24.0',
        date: 'Thu, 26 Nov 2026 18:20:08 GMT',
        'content-type': 'application/json',
      },
    };
    const first_attempt = { ...anAttempt(1), remote_address: '203.0.113.17', response };
    const last_attempt = lastAttemptOf(first_attempt);
    const whole = {
      ...delivery,
      next_attempt_at: null,
      scheduled_at: null,
      first_attempt,
      last_attempt,
    };
    const item = itemOf(saveDelivery(whole));
    assert.ok(bytesOf(item) <= 1_024, `${bytesOf(item)} bytes`);
    assert.deepEqual(deliveryOf(item), whole);
    const resent = { ...whole, last_attempt: lastAttemptOf(anAttempt(2)) };
    assert.deepEqual(deliveryOf(itemOf(saveDelivery(resent))), resent);
  });

  test('can be read by every later version: a changed dictionary loses what was stored', () => {
    const { item } = storedOf('attempt')[0] ?? assert.fail();
    assert.equal(attemptIn(item.attempt, id).number, 2);
    // The bytes are of `{"number":1,"error":null}`: with another dictionary zlib would fail.
    const tooLittle = Buffer.from('eLsqFyDnq0bWiBRptQBupQjA', 'base64');
    const message = `deliveries: the attempt ${id} has no trigger`;
    assert.throws(() => attemptIn(tooLittle, id), { name: 'UnreadableItem', message });
  });

  test('that cannot be inflated is unreadable, and a list leaves it out', async () => {
    const message = `deliveries: the attempt ${id} has a damaged content`;
    for (const content of [Buffer.from('no zlib'), deflateSync('no JSON'), undefined])
      assert.throws(() => attemptIn(content, id), { name: 'UnreadableItem', message });
    const damaged = {
      ...saveAttempt(delivery, anAttempt(1)),
      item: { attempt: Buffer.from('no zlib') },
    } as Write;
    const { db } = testDatabase([
      saveDelivery(delivery),
      damaged,
      saveAttempt(delivery, anAttempt(2)),
    ]);
    const left: string[] = [];
    const leaveOut = (error: Error) => void left.push(error.message);
    const page = await pageOfAttempts(db, tenant_id, id, { limit: 5, leaveOut });
    assert.deepEqual([page.items.map(({ number }) => number), left], [[2], [message]]);
    await assert.rejects(pageOfAttempts(db, tenant_id, id, { limit: 5 }), {
      name: 'UnreadableItem',
    });
  });

  test('of nothing is rejected', async () => {
    const { db } = testDatabase([]);
    for (const read of [
      readDeliveryWithAttempts(db, tenant_id, id),
      pageOfAttempts(db, tenant_id, id, { limit: 1 }),
    ])
      await assert.rejects(read, { code: 'delivery_not_found' });
  });
});
