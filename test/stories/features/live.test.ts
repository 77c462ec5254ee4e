import assert from 'node:assert/strict';
import { callerOf } from '../../helpers/call.ts';
import { aCustomer, completePerson } from '../../helpers/fixtures/customers.ts';
import { aBusiness } from '../../helpers/service.ts';
import { test } from '../../helpers/tests.ts';
import { listeningWithoutRelay } from '../../world/listening/service.ts';

const local = await listeningWithoutRelay();

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
