import assert from 'node:assert/strict';
import { StaleDecision } from '../../../../functions/core/dynamodb/commit.ts';
import { storesOf } from '../../../../functions/core/dynamodb/stores.ts';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { commitUnit } from '../../../../functions/core/outbox/unit-of-work.ts';
import { decisionChanges } from '../../../../functions/identity/customer-cascade.ts';
import { saveCustomer } from '../../../../functions/identity/customers/table.ts';
import type { Screener } from '../../../../functions/identity/screeners/screener.ts';
import { simulatedScreener } from '../../../../functions/identity/screeners/simulator.ts';
import { screenedOf, screeningIdOf } from '../../../../functions/identity/screenings/model.ts';
import {
  clearedFor,
  screenCustomer,
  searchFor,
} from '../../../../functions/identity/screenings/screen.ts';
import { screeningKey } from '../../../../functions/identity/screenings/table.ts';
import { reviewerDecision } from '../../../../functions/identity/verifications/decision.ts';
import { saveVerification } from '../../../../functions/identity/verifications/table.ts';
import {
  aBusinessCustomer,
  aPerson,
  aRepresentative,
} from '../../../helpers/fixtures/customers.ts';
import { aSubmittedCase } from '../../../helpers/fixtures/verifications.ts';
import { putting, type Sent, testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { workAt } from '../../../helpers/work.ts';

const now = new Date('2026-11-25T12:00:00.000Z');
const persons = Array.from({ length: 20 }, (_, nth) => {
  const id = idsAt(now)('person');
  return nth === 0 ? aRepresentative({ id }) : aPerson({ id, roles: ['controller'] });
});

/** A business of twenty persons whose verification was submitted, in the tables of the simulator. */
const aBusinessOfTwenty = () => {
  const { verification, ...others } = aSubmittedCase(aBusinessCustomer({ persons }) as object);
  const read = { ...others, verification: { ...verification, revision: 1 } };
  const tables = testDatabase([...saveCustomer(read.customer), ...saveVerification(verification)]);
  return { ...tables, read, work: workAt(now, storesOf(tables.connection)) };
};

describe('a business of twenty persons', () => {
  test('is screened in one commit, and verified in another one that rests on each screening', async () => {
    const { read, work, db, sent } = aBusinessOfTwenty();
    const screened = await screenCustomer(read.customer, simulatedScreener, work);
    assert.deepEqual([screened.isClear, screened.screenings.length], [true, 21]);
    const became = reviewerDecision(read, { outcome: 'verified' }, now);
    const cleared = await clearedFor(db, became);
    const { changes, conditions } = await decisionChanges(db, became, now);
    await commitUnit(
      work.connection,
      { changes, conditions: [...conditions, ...cleared] },
      work.cause,
      work.deadline,
    );
    const [searched, decided] = sent
      .filter(({ operation }) => operation === 'TransactWrite')
      .map(itemsOf);
    assert.deepEqual(
      [searched, (decided ?? 100) < 70],
      [22, true],
      'there is room for features and ten documents',
    );
  });

  test('is not verified where the screening of one of them changed meanwhile, or is open', async () => {
    const { read, work, db, give, find } = aBusinessOfTwenty();
    await screenCustomer(read.customer, simulatedScreener, work);
    const became = reviewerDecision(read, { outcome: 'verified' }, now);
    const cleared = await clearedFor(db, became);
    const key = screeningKey(read.customer.tenant_id, screeningIdOf(persons[19]?.id ?? ''));
    const { pk: _pk, sk: _sk, ...item } = find(key) ?? {};
    give(putting(key, { ...item, version: 2, status: 'open' }));
    const unit = { changes: [], conditions: cleared };
    await assert.rejects(
      commitUnit(work.connection, unit, work.cause, work.deadline),
      StaleDecision,
    );
    await assert.rejects(clearedFor(db, became), { code: 'screening_not_clear' });
  });
});

test('a source of lists that fails is unavailable, and nothing is stored', async () => {
  const { read, work, everything, sent } = aBusinessOfTwenty();
  const down: Screener = {
    ...simulatedScreener,
    screen: () => Promise.reject(new Error('ECONNREFUSED')),
  };
  const code = { code: 'screening_unavailable' };
  await assert.rejects(
    searchFor(read.customer, screenedOf(read.customer), down, { db: work.db, now }),
    code,
  );
  await assert.rejects(screenCustomer(read.customer, down, work), code);
  assert.equal(everything('resources').length, 3);
  assert.ok(sent.every(({ operation }) => operation === 'BatchGet'));
});

const itemsOf = ({ input }: Sent): number => (input.TransactItems as unknown[]).length;
