import assert from 'node:assert/strict';
import { idsAt } from '../../../../functions/core/new-id.ts';
import {
  openAccount,
  revokeKey,
  rotateKeys,
  transitionAccount,
} from '../../../../functions/tenants/accounts/model.ts';
import { saveAccount } from '../../../../functions/tenants/accounts/table.ts';
import { newKeyPair } from '../../../../functions/tenants/api-keys/table.ts';
import { test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const later = new Date('2026-11-21T15:04:05.123Z');
const newId = idsAt(now);
const aPair = () => {
  const { entries, keys } = newKeyPair('sandbox', newId, now);
  return { entries, public_key: keys.public_key };
};
const owner = {
  tenant_id: 'biz',
  environment: 'sandbox',
  name: 'A',
  email: 'a@example.com',
  currency: 'USD',
} as const;
const { after: account } = openAccount({ ...owner, id: newId('account') }, aPair(), now);
const rotation = rotateKeys(account, aPair(), later, now);
const rotated = rotation.after;

test('a change of a key leaves its day of last use to the authorizer', () => {
  const [, set] = saveAccount(rotated, account, now);
  assert.ok(set?.kind === 'set');
  assert.deepEqual(Object.keys(set.values).toSorted(), [
    'account_status',
    'expires_at',
    'plan',
    'revoked_at',
    'version',
  ]);
});

test('a key that no longer opens the door is written to the access table once, and the account remembers it', () => {
  const secret = account.api_keys[0]?.id ?? '';
  const [put, set] = saveAccount(revokeKey(account, secret, now).after, account, now);
  assert.ok(put?.kind === 'put' && set?.kind === 'set');
  assert.deepEqual(
    (put.item.api_keys as { id: string }[]).map(({ id }) => id),
    account.api_keys.map(({ id }) => id),
  );
  assert.equal(set.values.revoked_at, now.toISOString());
  const revoked = revokeKey(account, secret, now).after;
  const later = saveAccount(transitionAccount(revoked, 'suspend', null, now).after, revoked, now);
  const reported = later.flatMap(({ key }) => (key.table === 'access' ? [key.pk] : []));
  assert.deepEqual(reported, [account.api_keys[1]?.hash]);
});
