import assert from 'node:assert/strict';
import { StaleDecision } from '../../../../functions/core/dynamodb/commit.ts';
import { storesOf } from '../../../../functions/core/dynamodb/stores.ts';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { customerKeys, saveCustomer } from '../../../../functions/identity/customers/table.ts';
import { nextExpiryLook, withExpiry } from '../../../../functions/identity/documents/expiry.ts';
import {
  announceDocument,
  type Document,
  transitionDocument,
} from '../../../../functions/identity/documents/model.ts';
import {
  documentKey,
  documentOf,
  saveDocument,
} from '../../../../functions/identity/documents/table.ts';
import { expireDocument } from '../../../../functions/identity/expire-document.ts';
import { saveActivation } from '../../../../functions/identity/features/table.ts';
import {
  type ExpiryGraces,
  expiryGracesFrom,
  proofAfterExpiry,
} from '../../../../functions/identity/verifications/expiry.ts';
import { saveVerification } from '../../../../functions/identity/verifications/table.ts';
import { durations } from '../../../helpers/durations.ts';
import {
  aBusinessCustomer,
  aCompletePerson,
  aRepresentative,
} from '../../../helpers/fixtures/customers.ts';
import { someActivations } from '../../../helpers/fixtures/features.ts';
import { aStoredVerification } from '../../../helpers/fixtures/verifications.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { workAt } from '../../../helpers/work.ts';

const made = new Date('2026-01-02T03:04:05.678Z');
const verified_at = made.toISOString();
const { id: customer_id, tenant_id } = aCompletePerson();
const newId = idsAt(made);

/** A passport that was accepted, good until this day. */
const aPassport = (expires_on: string | null): Document => {
  const said = { type: 'passport', content_type: 'image/jpeg', size_bytes: 5 } as const;
  const ids = { id: newId('document'), tenant_id, customer_id };
  const { after } = announceDocument(said, { ...ids, now: made, durations });
  const scheduled_at = nextExpiryLook({ expires_on, expiring_for: null });
  return (
    transitionDocument(after, 'accept', made, { expires_on, scheduled_at })?.after ?? assert.fail()
  );
};

type World = {
  readonly level?: 'standard' | 'enhanced';
  /** Whether the proof rests on the passport. */
  readonly named?: boolean;
  readonly status?: 'active' | 'closed';
  readonly graces?: ExpiryGraces;
  /** The customer is closed between the read and the first commit. */
  readonly closedMeanwhile?: true;
};

/** A verified customer with an active feature and a passport, whose dates are followed. */
const following = ({
  level = 'standard',
  named = true,
  status = 'active',
  graces = expiryGracesFrom('{}'),
  ...of
}: World) => {
  const customer = aCompletePerson({
    status,
    verification: { status: 'verified', level, verified_at },
  });
  const passport = aPassport('2026-06-30');
  const document_ids = named ? [passport.id] : ['doc_01jd5fq7k9e8xv3m2n4p6r8t0w'];
  const verification = aStoredVerification({
    level,
    document_ids,
    status: 'verified',
    decided_at: verified_at,
  });
  const [saved = assert.fail()] = saveVerification(verification);
  const activations = someActivations(customer, ['virtual_cards', 'higher_limits'], made).map(
    (one) => saveActivation(one),
  );
  const stored = [...saveCustomer(customer), saveDocument(passport), saved, ...activations];
  let closing = of.closedMeanwhile ?? false;
  const tables = testDatabase(stored, {
    before: ({ operation }) => {
      if (operation !== 'TransactWrite' || !closing) return;
      closing = false;
      tables.give(...saveCustomer({ ...customer, status: 'closed' }));
    },
  });
  const document = () =>
    documentOf(tables.find(documentKey(tenant_id, passport.id)) ?? assert.fail());
  let counted = 0;
  return {
    document,
    verification: () => tables.find(customerKeys.customer(tenant_id, customer_id))?.verification,
    /** The events that a message at a moment emits. */
    at: async (moment: string): Promise<string[]> => {
      const work = workAt(new Date(moment), storesOf(tables.connection));
      await expireDocument(document(), work, graces);
      const events = tables.everything('outbox').map(({ type }) => String(type));
      const fresh = events.slice(counted);
      counted = events.length;
      return fresh;
    },
    transactions: () => tables.sent.filter(({ operation }) => operation === 'TransactWrite').length,
  };
};

describe('an accepted document', () => {
  test('is announced once, thirty days before the end of its last day, and expires with it', async () => {
    const { at, document } = following({});
    assert.equal(document().scheduled_at, '2026-06-01T00:00:00.000Z');
    assert.deepEqual(await at('2026-05-31T23:59:59.999Z'), []);
    assert.equal(document().scheduled_at, '2026-06-01T00:00:00.000Z');
    assert.deepEqual(await at('2026-06-01T00:00:00.000Z'), ['document.expiring']);
    assert.deepEqual(
      [document().scheduled_at, document().version],
      ['2026-07-01T00:00:00.000Z', 3],
    );
    assert.deepEqual(await at('2026-06-30T23:59:59.999Z'), []);
    assert.deepEqual(await at('2026-07-01T00:00:00.000Z'), ['document.expired']);
    assert.deepEqual(
      [document().status, document().scheduled_at, document().version],
      ['expired', null, 4],
    );
    assert.deepEqual(await at('2026-07-01T00:00:00.000Z'), []);
  });

  test('of which nobody learned in time only expires', async () => {
    assert.deepEqual(await following({}).at('2027-01-01T00:00:00.000Z'), ['document.expired']);
  });

  test('is announced again for another date, and is scheduled for it', () => {
    const announced = { ...aPassport('2026-06-30'), expiring_for: '2026-06-30' };
    const moved = withExpiry(announced, '2031-06-30', made);
    assert.deepEqual(
      [moved?.event, moved?.after.scheduled_at],
      ['document.updated', '2031-06-01T00:00:00.000Z'],
    );
    assert.equal(withExpiry(announced, '2026-06-30', made), undefined);
    assert.equal(withExpiry({ ...announced, status: 'expired' }, '2031-06-30', made), undefined);
  });

  test('of a closed customer is left alone', async () => {
    const { at, document } = following({ status: 'closed' });
    assert.deepEqual(await at('2026-07-01T00:00:00.000Z'), []);
    assert.deepEqual([document().status, document().scheduled_at], ['accepted', null]);
  });
});

test('a customer who is closed meanwhile gets no event', async () => {
  const { at, document } = following({ closedMeanwhile: true });
  await assert.rejects(at('2026-06-01T00:00:00.000Z'), StaleDecision);
  assert.deepEqual(await at('2026-06-01T00:00:00.000Z'), []);
  assert.equal(document().scheduled_at, null);
});

describe('what a document has proved', () => {
  const both = (standard: number | null, enhanced: number | null) => ({ standard, enhanced });

  test('stays where no grace is set', async () => {
    const { at, verification } = following({ level: 'enhanced' });
    await at('2030-01-01T00:00:00.000Z');
    assert.deepEqual(verification(), { status: 'verified', level: 'enhanced', verified_at });
  });

  test('ends after its grace, with its features and cards in the same transaction', async () => {
    const { at, verification, document, transactions } = following({ graces: both(30, null) });
    assert.deepEqual(await at('2026-07-01T00:00:00.000Z'), ['document.expired']);
    assert.equal(document().scheduled_at, '2026-07-31T00:00:00.000Z');
    assert.deepEqual(await at('2026-07-30T23:59:59.999Z'), []);
    const before = transactions();
    assert.deepEqual(await at('2026-07-31T00:00:00.000Z'), [
      ...['customer.updated', 'feature.suspended', 'feature.suspended'],
    ]);
    assert.equal(transactions() - before, 1);
    assert.deepEqual(verification(), { status: 'unverified', level: null, verified_at: null });
    assert.equal(document().scheduled_at, null);
  });

  test('without any grace ends with the document', async () => {
    const { at } = following({ graces: both(0, 0) });
    assert.deepEqual(await at('2026-07-01T00:00:00.000Z'), [
      ...['document.expired', 'customer.updated', 'feature.suspended', 'feature.suspended'],
    ]);
  });

  test('ends level by level', async () => {
    const { at, verification } = following({ level: 'enhanced', graces: both(90, 30) });
    assert.deepEqual(await at('2026-07-31T00:00:00.000Z'), [
      'document.expired',
      'customer.updated',
      'feature.suspended',
    ]);
    assert.deepEqual(verification(), { status: 'verified', level: 'standard', verified_at });
    assert.deepEqual(await at('2026-09-29T00:00:00.000Z'), [
      'customer.updated',
      'feature.suspended',
    ]);
    assert.deepEqual(verification(), { status: 'unverified', level: null, verified_at: null });
  });

  test('does not end with a document that the newest proof does not rest on', async () => {
    const { at, verification } = following({ named: false, graces: both(0, 0) });
    assert.deepEqual(await at('2026-07-01T00:00:00.000Z'), ['document.expired']);
    assert.deepEqual(verification(), { status: 'verified', level: 'standard', verified_at });
  });
});

test('a document of a person that expires ends what it proved of the person too, and of no other person', () => {
  const verification = { status: 'verified', level: 'enhanced', verified_at } as const;
  const [shown, other] = [
    aRepresentative({ id: 'prs_1', verification }),
    aRepresentative({ id: 'prs_2', verification }),
  ];
  const business = aBusinessCustomer({ persons: [shown, other], verification });
  const proof = { decided_at: verified_at, document_ids: ['doc_1'] };
  const at = { graces: { standard: null, enhanced: 0 }, now: new Date('2026-07-01T00:00:00.000Z') };
  const lost = (person_id: string | null, of = business) =>
    proofAfterExpiry(of, { id: 'doc_1', person_id, expires_on: '2026-06-30' }, [proof], at)?.after;
  const levels = (after: ReturnType<typeof lost>) =>
    after &&
    [after.verification, ...after.persons.map((one) => one.verification)].map(({ level }) => level);
  assert.deepEqual(levels(lost('prs_1')), ['standard', 'standard', 'enhanced']);
  assert.deepEqual(
    lost('prs_1')?.persons.map(({ version }) => version),
    [shown.version + 1, other.version],
  );
  assert.deepEqual(levels(lost(null)), ['standard', 'enhanced', 'enhanced']);
  const later = { ...verification, verified_at: '2026-03-01T00:00:00.000Z' };
  assert.deepEqual(levels(lost('prs_1', { ...business, verification: later })), [
    'enhanced',
    'standard',
    'enhanced',
  ]);
});
