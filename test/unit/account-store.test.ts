import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { showAccount } from '../../functions/contract/accounts/accounts.ts';
import { showApiKey } from '../../functions/contract/accounts/api-keys.ts';
import {
  type Account,
  moveAccount,
  openAccount,
  revokeKey,
  rotateKeys,
} from '../../functions/domain/accounts/account.ts';
import type { Transition } from '../../functions/domain/transition.ts';
import { accountOfTenant, saveAccount, saveNewAccount } from '../../functions/store/accounts/accounts.ts';
import { newKeyPair } from '../../functions/store/accounts/key-pair.ts';
import type { Write } from '../../functions/store/change.ts';
import { idsAt } from '../../functions/store/new-id.ts';
import { apiKeys } from '../../functions/unit-of-work/api-keys.ts';
import { aPartition } from '../helpers/memory-table.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const later = new Date('2026-11-21T15:04:05.123Z');
const newId = idsAt(now);
const aPair = () => {
  const { entries, keys } = newKeyPair('sandbox', newId, now);
  return { entries, public_key: keys.public_key };
};
const owner = { tenant_id: 'biz', environment: 'sandbox', name: 'A', email: 'a@example.com', currency: 'USD' } as const;
const { after: account } = openAccount({ ...owner, id: newId('account') }, aPair(), now);
const rotation = rotateKeys(account, aPair(), later, now);
const rotated = rotation.after;

const told = (move: Transition<Account>) =>
  apiKeys(move).flatMap(({ writes, events }) => {
    assert.deepEqual(writes, [], 'a key is saved with its account');
    return events.map(({ type, sequence, resource, data }) => ({ type, sequence, id: resource.id, data }));
  });
const inWords = ({ kind, key, when }: Write) => `${kind} ${key.table} if ${when.expression}`;
const isNew = 'attribute_not_exists(pk)';

test('registering takes the tenant, keeps the account, and lets both keys in', () => {
  const [tenant, ...rest] = saveNewAccount(account);
  assert.equal(tenant?.unless?.code, 'action_not_allowed');
  assert.deepEqual(rest.map(inWords), [
    `put resources if ${isNew}`,
    `put access if ${isNew}`,
    `put access if ${isNew}`,
  ]);
});

test('the access table knows a key by its hash, whose it is and how its account stands, but not the key', () => {
  const [, , put] = saveNewAccount({ ...account, status: 'suspended' });
  assert.ok(put?.kind === 'put');
  const key = account.api_keys[0];
  assert.equal(put.key.pk, key?.hash);
  assert.deepEqual(put.item, {
    ...key,
    tenant_id: 'biz',
    account_id: account.id,
    environment: 'sandbox',
    account_status: 'suspended',
    last_used_on: null,
  });
});

test('a rotation changes the account it read, the old keys that exist, and adds the new ones', () => {
  assert.deepEqual(saveAccount(rotated, account, now).map(inWords), [
    'put resources if #version = :read',
    'set access if attribute_exists(pk)',
    'set access if attribute_exists(pk)',
    `put access if ${isNew}`,
    `put access if ${isNew}`,
    'set resources if #attribute = :value',
  ]);
});

test('a change of a key leaves its day of last use to the authorizer', () => {
  const [, set] = saveAccount(rotated, account, now);
  assert.ok(set?.kind === 'set');
  assert.deepEqual(Object.keys(set.values).toSorted(), ['account_status', 'expires_at', 'revoked_at', 'version']);
});

test('a suspension reaches every key, and the mark that deliveries look at', () => {
  const writes = saveAccount(moveAccount(rotated, 'suspend', null, now).after, rotated, now);
  const told = writes.flatMap((write) =>
    write.kind === 'set' ? [[write.key.table, write.values.account_status]] : [],
  );
  const ofKeys = Array.from({ length: 4 }, () => ['access', 'suspended']);
  assert.deepEqual(told, [...ofKeys, ['resources', 'suspended']]);
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
  const later = saveAccount(moveAccount(revoked, 'suspend', null, now).after, revoked, now);
  const told = later.flatMap(({ key }) => (key.table === 'access' ? [key.pk] : []));
  assert.deepEqual(told, [account.api_keys[1]?.hash]);
});

describe('the world is told', () => {
  test('of each key that is made', () => {
    assert.deepEqual(
      told({ after: account }).map(({ type, sequence }) => [type, sequence]),
      [
        ['api_key.created', 1],
        ['api_key.created', 1],
      ],
    );
  });

  test('of both old keys that end and both new ones when a pair is rotated', () => {
    const types = told(rotation).map(({ type }) => type);
    assert.deepEqual(types, ['api_key.rotated', 'api_key.rotated', 'api_key.created', 'api_key.created']);
  });

  test('of the one key that is revoked, even in its grace', () => {
    const secret = account.api_keys[0]?.id ?? '';
    const events = told(revokeKey(rotated, secret, now));
    assert.deepEqual(
      events.map(({ id, type }) => [id, type]),
      [[secret, 'api_key.revoked']],
    );
  });

  test('nothing of a suspension', () => assert.deepEqual(told(moveAccount(account, 'suspend', null, now)), []));

  test('what a key is, never what opens the door', () => {
    for (const { data } of told(rotation)) assert.deepEqual(Object.keys(data).toSorted(), shownOfKey);
  });
});

const shownOfKey = ['created_at', 'expires_at', 'id', 'kind', 'last4', 'object', 'prefix', 'revoked_at'];

test('neither an account nor a key shows a hash', () => {
  const [key] = account.api_keys;
  assert.ok(key);
  const shown = JSON.stringify([showAccount(account), showApiKey(key)]);
  assert.doesNotMatch(shown, /hash|api_keys/);
  assert.ok(!shown.includes(key.hash));
});

test('a tenant without an account here is refused', async () => {
  await assert.rejects(accountOfTenant(aPartition([]).db, 'biz'), { code: 'account_not_found' });
});
