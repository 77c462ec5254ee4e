import assert from 'node:assert/strict';
import { storesOf } from '../../../../functions/core/dynamodb/stores.ts';
import type { Customer } from '../../../../functions/identity/customers/model.ts';
import { saveCustomer } from '../../../../functions/identity/customers/table.ts';
import type { Screener } from '../../../../functions/identity/screeners/screener.ts';
import { simulatedScreener } from '../../../../functions/identity/screeners/simulator.ts';
import { screeningIdOf } from '../../../../functions/identity/screenings/model.ts';
import {
  requestScreening,
  screenAgain,
  screeningRequestKey,
} from '../../../../functions/identity/screenings/requests.ts';
import { saveScreening, screeningKey } from '../../../../functions/identity/screenings/table.ts';
import {
  aBusinessCustomer,
  aCompletePerson,
  aPerson,
} from '../../../helpers/fixtures/customers.ts';
import { aFirstScreening } from '../../../helpers/fixtures/screenings.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { test } from '../../../helpers/tests.ts';
import { workAt } from '../../../helpers/work.ts';

const now = new Date();
const before = aCompletePerson();
const after: Customer = { ...before, last_name: 'Listed', version: 2 };
const request = screeningRequestKey(after.tenant_id, after.id);
const of = { tenant_id: after.tenant_id, customer_id: after.id };

/** A customer whose name was changed, who was screened before or was not. */
const changed = (isScreened = true) => {
  const screened = isScreened ? [saveScreening(aFirstScreening(of, []), undefined)] : [];
  const tables = testDatabase([
    ...saveCustomer(after),
    ...screened,
    ...requestScreening(before, after, now),
  ]);
  const work = workAt(now, storesOf(tables.connection));
  const status = () => tables.find(screeningKey(after.tenant_id, screeningIdOf(after.id)))?.status;
  return { ...tables, work, status };
};

test('another search is requested with each change of what is searched by, of a customer or a person that was there', () => {
  const count = (one: Customer, other: Customer) => requestScreening(one, other, now).length;
  assert.equal(count(before, after), 1);
  assert.equal(count(before, { ...before, email: 'ada@example.com', version: 2 }), 0);
  const person = aPerson();
  const business = aBusinessCustomer({ persons: [person] });
  assert.equal(
    count(business, { ...business, persons: [{ ...person, date_of_birth: '1990-04-23' }] }),
    1,
  );
  assert.equal(
    count(business, {
      ...business,
      persons: [{ ...person, title: 'Chair' }, aPerson({ id: 'prs_2' })],
    }),
    0,
  );
  assert.equal(count(business, { ...business, legal_name: 'Listed' }), 1);
});

test('a request screens again in one commit with its end; a repeated message finds nothing', async () => {
  const { work, status, find, everything } = changed();
  await screenAgain(of, simulatedScreener, work);
  await screenAgain(of, simulatedScreener, work);
  assert.deepEqual([status(), find(request)], ['open', undefined]);
  assert.deepEqual(
    everything('outbox').map(({ type }) => type),
    ['screening.match_found'],
  );
});

test('who was never screened is not, and neither is anybody where nobody screens', async () => {
  for (const [isScreened, screener] of [
    [false, simulatedScreener],
    [true, undefined],
  ] as const) {
    const { work, find, everything } = changed(isScreened);
    await screenAgain(of, screener, work);
    assert.deepEqual([find(request), everything('outbox')], [undefined, []]);
  }
});

test('a request that comes while another is worked on is not lost', async () => {
  const { work, status, find, give } = changed();
  let searches = 0;
  const screener: Screener = {
    ...simulatedScreener,
    screen: async (subject) => {
      searches += 1;
      if (searches === 1) give(...requestScreening(before, after, now));
      return simulatedScreener.screen(subject);
    },
  };
  await screenAgain(of, screener, work);
  assert.deepEqual([searches, status(), find(request)], [2, 'open', undefined]);
});

test('while lists cannot be searched the request stays', async () => {
  const { work, find } = changed();
  const down: Screener = { ...simulatedScreener, screen: () => Promise.reject(new Error('down')) };
  await assert.rejects(screenAgain(of, down, work), { code: 'screening_unavailable' });
  assert.ok(find(request)?.scheduled_at);
});
