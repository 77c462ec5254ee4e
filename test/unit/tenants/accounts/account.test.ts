import assert from 'node:assert/strict';
import {
  type Account,
  type ApiKey,
  addRestrictedKey,
  keyIsLive,
  keyStatus,
  openAccount,
  revokeKey,
  rotateKeys,
  transitionAccount,
} from '../../../../functions/tenants/accounts/model.ts';
import { describe, test } from '../../../helpers/tests.ts';

const opened = new Date('2026-01-02T03:04:05.678Z');
const now = new Date('2026-11-20T15:04:05.123Z');
const later = new Date('2026-11-21T15:04:05.123Z');

const aKey = (id: string, over: Partial<ApiKey> = {}): ApiKey => ({
  id,
  kind: id.startsWith('pk') ? 'public' : 'secret',
  prefix: 'sk_sandbox_',
  last4: 'abcd',
  hash: `hash of ${id}`,
  created_at: opened.toISOString(),
  expires_at: null,
  revoked_at: null,
  version: 1,
  ...over,
});
const aPair = (n: number) => ({
  entries: [aKey(`sk${n}`), aKey(`pk${n}`)],
  public_key: `pk_sandbox_${n}`,
});
const anAccount = (over: Partial<Account> = {}): Account => ({
  ...openAccount(
    {
      id: 'acct',
      tenant_id: 'biz',
      environment: 'sandbox',
      name: 'A',
      email: 'a@example.com',
      currency: 'USD',
    },
    aPair(1),
    opened,
  ).after,
  ...over,
});
const endings = ({ api_keys }: Account) =>
  Object.fromEntries(api_keys.map(({ id, expires_at }) => [id, expires_at]));

test('a move that the account does not have is rejected with what it allows', () =>
  assert.throws(() => transitionAccount(anAccount({ status: 'suspended' }), 'suspend', null, now), {
    code: 'action_not_allowed',
    details: { current_status: 'suspended', allowed_actions: ['reactivate'] },
  }));

test('a key opens the door until the instant it ends, and not once revoked', () => {
  const live = (over: Partial<ApiKey>) => keyIsLive(aKey('sk1', over), now);
  assert.equal(live({}), true);
  assert.equal(live({ expires_at: '2026-11-20T15:04:05.124Z' }), true);
  assert.equal(live({ expires_at: '2026-11-20T15:04:05.123Z' }), false);
  assert.equal(live({ revoked_at: '2030-01-01T00:00:00.000Z' }), false);
});

describe('rotating', () => {
  test('adds a pair, and ends the one before when its grace ends', () => {
    const { after: rotated } = rotateKeys(anAccount(), aPair(2), later, now);
    assert.deepEqual(endings(rotated), {
      sk1: later.toISOString(),
      pk1: later.toISOString(),
      sk2: null,
      pk2: null,
    });
    assert.deepEqual([rotated.public_key, rotated.version], ['pk_sandbox_2', 2]);
    assert.deepEqual(
      rotated.api_keys.map(({ version }) => version),
      [2, 2, 1, 1],
    );
  });

  const live = ({ api_keys }: Account) =>
    api_keys.filter((key) => keyIsLive(key, now)).map(({ id }) => id);
  const hours = (count: number) => new Date(later.getTime() + count * 3_600_000);

  test('again within the grace ends no key, and lengthens no grace', () => {
    const { after: once } = rotateKeys(anAccount(), aPair(2), later, now);
    const { after: twice } = rotateKeys(once, aPair(3), hours(1), now);
    const [first, second] = [later.toISOString(), hours(1).toISOString()];
    assert.deepEqual(endings(twice), {
      sk1: first,
      pk1: first,
      sk2: second,
      pk2: second,
      sk3: null,
      pk3: null,
    });
    assert.deepEqual(twice.api_keys.slice(0, 2), once.api_keys.slice(0, 2));
  });

  test('however often it is retried, leaves the original its grace, and at most three pairs work', () => {
    let account = anAccount();
    for (let pair = 2; pair < 9; pair++)
      account = rotateKeys(account, aPair(pair), hours(pair), now).after;
    assert.deepEqual(live(account), ['sk1', 'pk1', 'sk7', 'pk7', 'sk8', 'pk8']);
    assert.equal(endings(account).sk1, hours(2).toISOString());
  });

  test('with a shorter grace shortens those that run', () => {
    const { after: once } = rotateKeys(anAccount(), aPair(2), hours(1), now);
    const { after: twice } = rotateKeys(once, aPair(3), later, now);
    assert.deepEqual(
      [endings(twice).sk1, endings(twice).sk2],
      [later.toISOString(), later.toISOString()],
    );
    assert.deepEqual(live(rotateKeys(once, aPair(3), now, now).after), ['sk3', 'pk3']);
  });

  test('leaves a key alone whose time was over before', () => {
    const past = aKey('sk0', { expires_at: '2026-02-01T00:00:00.000Z', version: 2 });
    const account = anAccount({ api_keys: [past, ...aPair(1).entries] });
    assert.deepEqual(rotateKeys(account, aPair(2), later, now).after.api_keys[0], past);
  });
});

describe('restricted keys', () => {
  const restriction = { name: 'Reports', scopes: ['cards:read'], allowed_ips: [] } as const;
  const aRestricted = (id: string, over: Partial<ApiKey> = {}) =>
    aKey(id, { kind: 'restricted', restriction, ...over });
  const withKeys = (count: number, over: Partial<ApiKey> = {}) => {
    const more = Array.from({ length: count }, (_, n) => aRestricted(`rk${n}`, over));
    return anAccount({ api_keys: [...aPair(1).entries, ...more] });
  };

  test('one more stands behind the others', () => {
    const { after } = addRestrictedKey(anAccount(), aRestricted('rk'), now);
    assert.deepEqual([Object.keys(endings(after)), after.version], [['sk1', 'pk1', 'rk'], 2]);
  });

  test('sixteen may be in use, and those that have ended do not count', () => {
    const { after } = addRestrictedKey(withKeys(15), aRestricted('rk'), now);
    assert.throws(() => addRestrictedKey(after, aRestricted('more'), now), {
      code: 'api_key_limit_reached',
    });
    for (const over of [{ revoked_at: now.toISOString() }, { expires_at: now.toISOString() }])
      assert.equal(
        addRestrictedKey(withKeys(16, over), aRestricted('rk'), now).after.api_keys.length,
        19,
      );
  });

  test('one whose time is over already is rejected', () => {
    const ending = (expires_at: string) => () =>
      addRestrictedKey(anAccount(), aRestricted('rk', { expires_at }), now);
    assert.throws(ending(now.toISOString()), { code: 'validation_failed' });
    assert.equal(ending(later.toISOString())().after.api_keys.length, 3);
  });

  test('go on when the pair is rotated', () => {
    const { after } = rotateKeys(withKeys(2), aPair(2), now, now);
    assert.deepEqual(endings(after), {
      sk1: now.toISOString(),
      pk1: now.toISOString(),
      rk0: null,
      rk1: null,
      sk2: null,
      pk2: null,
    });
  });
});

test('a key is expiring for the seven days before its end', () => {
  const days = (count: number) => new Date(now.getTime() + count * 86_400_000).toISOString();
  const statusAt = (expires_at: string | null) => keyStatus({ expires_at, revoked_at: null }, now);
  assert.deepEqual([days(8), days(7), days(0), null].map(statusAt), [
    'active',
    'expiring',
    'expired',
    'active',
  ]);
});

describe('revoking', () => {
  test('ends one key at once and leaves the others', () => {
    const [revoked, other] = revokeKey(anAccount(), 'sk1', now).after.api_keys;
    assert.deepEqual([revoked?.revoked_at, revoked?.version], [now.toISOString(), 2]);
    assert.deepEqual(other, aKey('pk1'));
  });

  test('a key that is not there is rejected', () => {
    assert.throws(() => revokeKey(anAccount(), 'sk9', now), { code: 'api_key_not_found' });
  });

  test('a key whose time was over is rejected', () => {
    const past = aKey('sk0', { expires_at: '2026-02-01T00:00:00.000Z' });
    const account = anAccount({ api_keys: [past, ...aPair(1).entries] });
    assert.throws(() => revokeKey(account, 'sk0', now), { code: 'api_key_not_found' });
  });
});
