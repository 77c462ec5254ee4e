import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { type Item, keyOf } from '../../functions/core/dynamodb/client.ts';
import type { Write } from '../../functions/core/dynamodb/writes.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import { saveDelivery } from '../../functions/delivery/deliveries/table.ts';
import { saveVerification } from '../../functions/identity/verifications/table.ts';
import { saveAuthorization } from '../../functions/issuing/authorizations/table.ts';
import { anAuthorization } from './fixtures/authorizations.ts';
import { aStoredDelivery } from './fixtures/deliveries.ts';
import { aStoredVerification } from './fixtures/verifications.ts';
import { pick } from './random.ts';

/** When it all begins, unless a test says otherwise, and how long it lasts. */
export const changesBegin = new Date('2026-11-20T12:10:00.000Z');
export const span_ms = 3.5 * 3_600_000;

/** Records of streams in the order in which they were written, with the writes that they are of. */
export type Changes = {
  readonly records: readonly DynamoDBRecord[];
  readonly writes: readonly Write[];
};

/**
 * So many changes of deliveries, authorizations and verifications of a business, each at its own moment. This share of them changes
 * something that exists.
 */
export const randomChanges = (
  random: () => number,
  tenant_id: string,
  count: number,
  begin = changesBegin,
  lasts_ms = span_ms,
  ofOld = 0.7,
): Changes => {
  const [records, writes]: [DynamoDBRecord[], Write[]] = [[], []];
  const known: { write: Write; next: (at: string) => Write }[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const at = new Date(begin.getTime() + (lasts_ms * nth) / count);
    const old = known.length > 0 && random() < ofOld ? pick(random, known) : undefined;
    const next = old?.next ?? made(random, tenant_id, at);
    const write = next(at.toISOString());
    records.push(recordOf(nth + 1, old?.write, write));
    writes.push(write);
    if (old) old.write = write;
    else known.push({ write, next });
  }
  return { records, writes };
};

/** A record of a stream with the images of an item before and after a write. */
export const recordOf = (
  number: number,
  before: Write | undefined,
  after: Write,
): DynamoDBRecord => {
  // Many tests read the writes alone.
  let images: DynamoDBRecord['dynamodb'];
  return {
    eventName: before ? 'MODIFY' : 'INSERT',
    get dynamodb() {
      images ??= {
        SequenceNumber: String(100_000_000_000_000_000_000n + BigInt(number)),
        ...(before && { OldImage: imageOf(before) }),
        NewImage: imageOf(after),
      };
      return images;
    },
  };
};

/** The item of a write as it is stored. */
export const itemOf = (write: Write): Item => ({
  ...(write.kind === 'put' ? write.item : {}),
  ...keyOf(write.key),
});

const imageOf = (write: Write) =>
  marshall(itemOf(write), { removeUndefinedValues: true }) as NonNullable<
    DynamoDBRecord['dynamodb']
  >['NewImage'];

/** Something new: what makes it, and each change of it. */
const made = (random: () => number, tenant_id: string, now: Date): ((at: string) => Write) => {
  const newId = idsAt(now);
  const created_at = now.toISOString();
  const one = pick(random, ['delivery', 'delivery', 'authorization', 'verification'] as const);
  const id = newId(one);
  const webhook_id = pick(random, webhooks);
  return (at) => {
    const times = { created_at, updated_at: at };
    if (one === 'delivery') {
      const status = pick(random, [
        'pending',
        'retrying',
        'succeeded',
        'failed',
        'paused',
        'canceled',
      ] as const);
      const last_attempt = attempted(random, at);
      return saveDelivery(
        aStoredDelivery({ ...times, id, tenant_id, webhook_id, status, last_attempt }),
      );
    }
    if (one === 'verification') {
      const status = pick(random, [
        'requires_input',
        'processing',
        'verified',
        'rejected',
      ] as const);
      const [write] = saveVerification(aStoredVerification({ ...times, id, tenant_id, status }));
      if (write) return write;
    }
    const declined = pick(random, [null, 'card_frozen', 'card_closed'] as const);
    const amounts = {
      amount: Math.floor(random() * 90),
      captured_amount: pick(random, [0, 0, 40]),
    };
    const currency = pick(random, ['USD', 'EUR']);
    const decided = { approved: declined === null, decline_reason: declined, currency };
    return saveAuthorization(
      anAuthorization({
        ...times,
        ...amounts,
        ...decided,
        id,
        tenant_id,
        status: declined ? 'closed' : 'pending',
      }),
    );
  };
};

const attempted = (random: () => number, started_at: string) =>
  random() < 0.3
    ? null
    : {
        number: 1,
        trigger: 'automatic' as const,
        started_at,
        response_status: 200,
        error: null,
        duration_ms: Math.floor(10_000 ** random()),
      };

/** The webhooks of the business. */
export const webhooks = [
  'whk_01jd5fq7k9e8xv3m2n4p6r8t0w',
  'whk_01jd5fq7k9e8xv3m2n4p6r8t1x',
] as const;
