import './process.ts';
import assert from 'node:assert/strict';
import { authorizeRequest } from '../../functions/app/jobs/jobs.ts';
import { listAccounts } from '../../functions/tenants/accounts/routes.ts';
import { functionName } from '../../lib/environments.ts';
import { test } from '../helpers/tests.ts';
import { world } from './world.ts';

const { aBusiness, iam, recorder } = await world();

test('an account is read through gateway, authorizer and handler', async () => {
  const { account_id, call } = await aBusiness();
  const calls = await recorder.during(async () => {
    const { status, body } = await call({ method: 'GET', path: '/accounts' });
    assert.equal(status, 200);
    assert.equal(body.data[0].id, account_id);
  });
  const names = [authorizeRequest.id, authorizeRequest.id, listAccounts.id].map((id) =>
    functionName('sandbox', id),
  );
  assert.deepEqual(
    calls.map((call) => call.function),
    names,
  );
  assert.deepEqual(
    calls.map(({ operation, status }) => [operation, status]),
    [
      ['GetItem', 200],
      ['UpdateItem', 200],
      ['Query', 200],
    ],
  );
});

test('a key that no business has is refused', async () => {
  const { call } = await aBusiness();
  const { status } = await call({
    method: 'GET',
    path: '/accounts',
    headers: { 'api-key': 'sk_sandbox_none' },
  });
  assert.equal(status, 401);
});

test('a function reaches nothing that its role does not allow', async () => {
  const { call } = await aBusiness();
  await call({ method: 'GET', path: '/accounts' });
  const giveBack = iam.revoke({
    function: functionName('sandbox', listAccounts.id),
    action: 'dynamodb:Query',
  });
  try {
    const { status } = await call({ method: 'GET', path: '/accounts' });
    assert.equal(status, 500);
  } finally {
    giveBack();
  }
});
