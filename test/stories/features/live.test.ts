import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerOf } from '../../helpers/call.ts';
import { aCustomer, completePerson } from '../../helpers/fixtures/customers.ts';
import { aBusiness, sharedWithoutRelay } from '../../helpers/service.ts';

const local = await sharedWithoutRelay();

test('sandbox and live refuse alike and ask for the same', async () => {
  const problems = await Promise.all(
    (['sandbox', 'live'] as const).map(async (environment) => {
      const { baseUrl, secret_key } = await aBusiness(local, environment);
      const call = callerOf(baseUrl, secret_key);
      const { id } = await aCustomer({ call }, completePerson());
      const path = `/customers/${id}/features/virtual_cards/activate`;
      const { body } = await call({ method: 'POST', path });
      return JSON.parse(JSON.stringify({ ...body, request_id: '' }).replaceAll(id, 'cus'));
    }),
  );
  assert.equal(problems[0].code, 'feature_requirements_due');
  assert.deepEqual(problems[0], problems[1]);
});
