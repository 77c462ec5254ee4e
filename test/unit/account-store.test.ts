import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { showAccount } from '../../functions/contract/accounts/accounts.ts';
import { showApiKey } from '../../functions/contract/accounts/api-keys.ts';
import {
  type Account,
  type ApiKey,
  keyStatus,
  limitAccount,
  moveAccount,
  openAccount,
  type Restriction,
  revokeKey,
  rotateKeys,
} from '../../functions/domain/accounts/account.ts';
import type { Transition } from '../../functions/domain/transition.ts';
import { accountOfTenant, saveAccount, saveNewAccount } from '../../functions/store/accounts/accounts.ts';
import { newKeyPair } from '../../functions/store/accounts/key-pair.ts';
import { hashOf } from '../../functions/store/accounts/secret-key.ts';
import type { Write } from '../../functions/store/change.ts';
import { idsAt } from '../../functions/store/new-id.ts';
import { apiKeys, restrictedKey } from '../../functions/unit-of-work/api-keys.ts';
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
    plan: 'standard',
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
  assert.deepEqual(Object.keys(set.values).toSorted(), [
    'account_status',
    'expires_at',
    'plan',
    'revoked_at',
    'version',
  ]);
});

test('a suspension reaches every key, and the mark that deliveries look at', () => {
  const writes = saveAccount(moveAccount(rotated, 'suspend', null, now).after, rotated, now);
  const told = writes.flatMap((write) =>
    write.kind === 'set' ? [[write.key.table, write.values.account_status]] : [],
  );
  const ofKeys = Array.from({ length: 4 }, () => ['access', 'suspended']);
  assert.deepEqual(told, [...ofKeys, ['resources', 'suspended']]);
});

test('a plan reaches every key; of a business that has none nothing is said, and the one it has is no change', () => {
  const { plan: _, ...old } = account;
  const before = rotateKeys(old, aPair(), later, now);
  const plansTold = (after: Account) =>
    saveAccount(after, before.after, now).flatMap((write) => {
      if (write.key.table !== 'access') return [];
      return [write.kind === 'set' ? write.values.plan : undefined];
    });
  assert.deepEqual(plansTold(before.after), [undefined, undefined, undefined, undefined]);
  const { after } = limitAccount(before.after, 'elevated', now);
  assert.deepEqual(plansTold(after), ['elevated', 'elevated', 'elevated', 'elevated']);
  assert.equal(after.version, before.after.version + 1);
  assert.equal(limitAccount(after, 'elevated', later).after, after);
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

const shownOfKey = [
  ...['allowed_ips', 'created_at', 'expires_at', 'id', 'kind', 'last4', 'name', 'object', 'prefix', 'revoked_at'],
  'scopes',
];

test('neither an account nor a key shows a hash', () => {
  const [key] = account.api_keys;
  assert.ok(key);
  const shown = JSON.stringify([showAccount(account), showApiKey(key)]);
  assert.doesNotMatch(shown, /hash|api_keys/);
  assert.ok(!shown.includes(key.hash));
});

describe('a restricted key', () => {
  const restriction: Restriction = {
    name: 'Reports',
    scopes: ['cards:read', 'events:read'],
    allowed_ips: ['203.0.113.0/24', '::1'],
  };
  const { account: made, id, secret_key } = restrictedKey(account, { restriction, expires_at: null, now, newId });

  test('is kept by the account, and by the access table as the authorizer says it, without its name', () => {
    const [put] = saveAccount(made.after, account, now).filter(({ key }) => key.pk === hashOf(secret_key));
    assert.ok(put?.kind === 'put');
    const { kind, scopes, allowed_ips, tenant_id } = put.item;
    assert.deepEqual(
      [kind, scopes, allowed_ips, tenant_id],
      ['restricted', 'cards:read events:read', '203.0.113.0/24 ::1', 'biz'],
    );
    assert.doesNotMatch(JSON.stringify(put), /Reports/);
    assert.ok(!JSON.stringify(made).includes(secret_key.slice('rk_sandbox_'.length, -4)));
  });

  test('is told with what it may do', () => {
    const [event, ...more] = told(made);
    assert.deepEqual(more, []);
    assert.ok(event);
    assert.deepEqual([event.type, event.id], ['api_key.created', id]);
    const { kind, name, scopes, allowed_ips } = event.data as ReturnType<typeof showApiKey>;
    assert.deepEqual({ kind, name, scopes, allowed_ips }, { kind: 'restricted', ...restriction });
  });

  test('goes on when the pair is rotated, and ends with the account’s suspension and its own revocation', () => {
    const { after } = rotateKeys(made.after, aPair(), later, now);
    assert.equal(keyStatus(after.api_keys.find((key) => key.id === id) as ApiKey, later), 'active');
    const suspended = saveAccount(moveAccount(after, 'suspend', null, now).after, after, now);
    const [write] = suspended.filter(({ key }) => key.pk === hashOf(secret_key));
    assert.ok(write?.kind === 'set' && write.values.account_status === 'suspended');
    assert.deepEqual(
      told(revokeKey(made.after, id, now)).map(({ type }) => type),
      ['api_key.revoked'],
    );
  });
});

test('a tenant without an account here is refused', async () => {
  await assert.rejects(accountOfTenant(aPartition([]).db, 'biz'), { code: 'account_not_found' });
});
