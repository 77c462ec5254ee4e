import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unkept } from '../sign-in/passwords.ts';
import { poolsOf } from '../sign-in/settings.ts';
import { resolveStacks } from '../template/stacks.ts';
import { poolResources } from './helpers/user-pool.ts';

const poolsWith = (pool: object, client: object = {}) => {
  const Resources = poolResources(pool, client) as Record<string, { Type: string }>;
  const stack = {
    environment: 'live',
    name: 'small',
    region: 'eu-west-1',
    account: '000000000000',
  };
  return poolsOf(resolveStacks([{ ...stack, template: { Resources } }]));
};

test('a pool and its client are read as the template says', () => {
  const [pool = assert.fail()] = poolsWith({});
  assert.match(pool.id, /^eu-west-1_[0-9a-f]{9}$/);
  const { id_seconds, refresh_seconds, rotation_grace_seconds } = pool.clients[0] ?? assert.fail();
  assert.deepEqual([id_seconds, refresh_seconds, rotation_grace_seconds], [600, 43_200, 0]);
  assert.deepEqual(
    ['email', 'custom:tenant_id', 'custom:role'].map((name) => pool.attributes.get(name)?.mutable),
    [true, false, true],
  );
});

test('a password keeps the rules of its pool; only what Cognito takes as a symbol is one', () => {
  const { password } = poolsWith({})[0] ?? assert.fail();
  const lacks = (typed: string) => unkept(typed, password).map(({ name }) => name);
  assert.deepEqual(lacks('short'), ['length', 'uppercase', 'number', 'symbol']);
  assert.deepEqual(lacks('Bäckerei-Huber1'), []);
  assert.deepEqual(lacks('BäckereiHuberß1'), ['symbol']);
});

test('who gets no code by e-mail is not offered one', () => {
  const by = (Name: string) =>
    poolsWith({ AccountRecoverySetting: { RecoveryMechanisms: [{ Name, Priority: 1 }] } });
  assert.deepEqual(
    [by('admin_only')[0]?.recovers, by('verified_email')[0]?.recovers],
    [false, true],
  );
});

const rejected: [string, object, object, RegExp][] = [
  [
    'a second factor',
    { MfaConfiguration: 'ON' },
    {},
    /People asks for a second factor, which local\/ does not run/,
  ],
  ['triggers', { LambdaConfig: {} }, {}, /People has LambdaConfig/],
  [
    'strangers',
    { AdminCreateUserConfig: { AllowAdminCreateUserOnly: false } },
    {},
    /lets anybody sign up/,
  ],
  [
    'user names',
    { UsernameAttributes: ['phone_number'] },
    {},
    /signs in by something else than e-mail/,
  ],
  [
    'case',
    { UsernameConfiguration: { CaseSensitive: true } },
    {},
    /distinguishes e-mail addresses by case/,
  ],
  ['a secret', {}, { GenerateSecret: true }, /Site has a secret/],
  [
    'implicit tokens',
    {},
    { AllowedOAuthFlows: ['code', 'implicit'] },
    /for something else than a code/,
  ],
  [
    'passwords of programs',
    {},
    { ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] },
    /lets programs sign in without a page/,
  ],
  ['other providers', {}, { SupportedIdentityProviders: ['Google'] }, /trusts other providers/],
  ['what nobody knows', {}, { AnalyticsConfiguration: {} }, /Site has AnalyticsConfiguration/],
];
for (const [what, pool, client, sentence] of rejected) {
  test(`a template with ${what} is rejected`, () => {
    assert.throws(() => poolsWith(pool, client), { name: 'BadConfiguration', message: sentence });
  });
}
