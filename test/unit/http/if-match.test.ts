import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { customer } from '../../../functions/customers/changes.ts';
import { changeCustomer } from '../../../functions/customers/model.ts';
import { patchedProfile } from '../../../functions/customers/profile.ts';
import { updateCustomer } from '../../../functions/customers/routes.ts';
import { toCustomerResource } from '../../../functions/customers/schema.ts';
import { readCustomer } from '../../../functions/customers/table.ts';
import { etagOf, ifMatchItems, ifMatchOf, isKnown } from '../../../functions/http/etag.ts';
import type { Handle } from '../../../functions/http/handler.ts';
import { anEvent } from '../../helpers/api-event.ts';
import { memoryTables } from '../../helpers/memory-tables.ts';
import { now, runHandler, stored } from '../../helpers/run-handler.ts';

const update: Handle<typeof updateCustomer> = async ({ caller, params, body, db, ifMatch, respond, commit }) => {
  const current = await readCustomer(db, caller.tenant_id, params.customer_id);
  ifMatch(current);
  const changed = changeCustomer(current, patchedProfile(current, body, undefined), now);
  return changed ? commit({ changes: [customer(changed)], conditions: [] }) : respond(toCustomerResource(current));
};

describe('a change with If-Match', () => {
  const sent = {
    body: '{"first_name":"Augusta"}',
    headers: [
      ['content-type', 'application/json'],
      ['if-match', '"1"'],
    ],
  } as const;

  test('is refused when the version is another, also when it became so meanwhile', async () => {
    const other = await runHandler(updateCustomer, update, sent, memoryTables(stored({ version: 2 })));
    assert.equal((other.error as { code: string }).code, 'version_mismatch');
    const racing = memoryTables(stored(), {
      before: ({ operation }) => {
        if (operation === 'TransactWrite') racing.give(...stored({ version: 2 }));
      },
    });
    const race = await runHandler(updateCustomer, update, sent, racing);
    assert.equal((race.error as { code: string }).code, 'version_mismatch');
  });

  test('that changes nothing is refused just so, and else writes nothing', async () => {
    const same = { ...sent, body: '{"first_name":"Ada"}' };
    const other = await runHandler(updateCustomer, update, same, memoryTables(stored({ version: 2 })));
    assert.equal((other.error as { code: string }).code, 'version_mismatch');
    const { response, operations } = await runHandler(updateCustomer, update, same, memoryTables(stored()));
    assert.deepEqual([response?.status, response?.etag, operations.join()], [200, '"1"', 'Get']);
  });
});

const sending = (name: string, ...values: string[]) =>
  anEvent(updateCustomer, { headers: values.map((value) => [name, value]) });

test('If-Match takes any version, or exactly one', () => {
  const fits = (...values: string[]) => {
    const event = sending('IF-match', ...values);
    if (ifMatchItems(event).length > 0) return 'invalid';
    try {
      ifMatchOf(event)({ version: 3 });
      return 'fits';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  assert.equal(etagOf(3), '"3"');
  assert.equal(fits(), 'fits');
  assert.equal(fits('*'), 'fits');
  assert.equal(fits('"3"'), 'fits');
  for (const other of ['"2"', '"03"', '""', '"x"']) assert.equal(fits(other), 'version_mismatch', other);
  for (const wrong of ['3', 'W/"3"', '"3', '"3", "4"', '"3","4"', '"3" ', ''])
    assert.equal(fits(wrong), 'invalid', wrong);
  assert.equal(fits('"3"', '"3"'), 'invalid');
});

test('where it is required, If-Match names one version: neither any nor none', () => {
  const found = (...values: string[]) =>
    ifMatchItems(sending('if-match', ...values), 'required').map(({ code }) => code);
  assert.deepEqual(found('"3"'), []);
  assert.deepEqual(found(), ['required']);
  for (const wrong of ['*', '', '3', 'W/"3"', '"3", "4"']) assert.deepEqual(found(wrong), ['invalid_format'], wrong);
});

test('If-None-Match is compared weakly, against each of its tags', () => {
  const known = (...values: string[]) => isKnown(sending('If-None-Match', ...values), '"3"');
  assert.equal(known(), false);
  for (const tags of ['"3"', 'W/"3"', '*', ' * ', '"1","3"', '"1", W/"3"']) assert.equal(known(tags), true, tags);
  for (const tags of ['', '3', '"4"', '"33"', 'w/"3"', '"1", "2"']) assert.equal(known(tags), false, tags);
  assert.equal(known('"1"', '"3"'), true);
});
