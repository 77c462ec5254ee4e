import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ofType, synthesised } from '../helpers/synthesised.ts';

const stacks = await synthesised();
const signIn = stacks.find(({ environment, name }) => environment === 'live' && name === 'sign-in') ?? assert.fail();
const [[, { Properties: pool }] = assert.fail()] = ofType(signIn, 'AWS::Cognito::UserPool');
const [[, { Properties: client }] = assert.fail()] = ofType(signIn, 'AWS::Cognito::UserPoolClient');

describe('the people of the dashboard', () => {
  test('are invited, and need a long password and a second factor', () => {
    assert.equal(pool.AdminCreateUserConfig.AllowAdminCreateUserOnly, true);
    assert.deepEqual([pool.MfaConfiguration, pool.EnabledMfas], ['ON', ['SOFTWARE_TOKEN_MFA']]);
    assert.equal(pool.Policies.PasswordPolicy.MinimumLength, 14);
    assert.deepEqual([pool.UserPoolTier, pool.UserPoolAddOns.AdvancedSecurityMode], ['PLUS', 'ENFORCED']);
  });

  test('belong to one tenant for good, and change neither tenant nor role', () => {
    const tenant = pool.Schema.find(({ Name }: { Name: string }) => Name === 'tenant_id');
    assert.equal(tenant.Mutable, false);
    assert.deepEqual(client.WriteAttributes, ['locale']);
  });

  test('sign in by a code on a page and in no other way, for ten minutes at a time', () => {
    assert.deepEqual([client.AllowedOAuthFlows, client.GenerateSecret], [['code'], false]);
    // Beside another scope the id token would lack tenant and role; that of the API would let people change themselves.
    assert.deepEqual(client.AllowedOAuthScopes, ['openid']);
    assert.deepEqual(client.ExplicitAuthFlows, ['ALLOW_CUSTOM_AUTH']);
    assert.equal(pool.LambdaConfig, undefined);
    assert.deepEqual([client.IdTokenValidity, client.TokenValidityUnits.IdToken], [10, 'minutes']);
    assert.deepEqual([client.RefreshTokenRotation.Feature, client.EnableTokenRevocation], ['ENABLED', true]);
    assert.equal(client.PreventUserExistenceErrors, 'ENABLED');
  });

  test('are known to the other stacks by parameters', () => {
    const names = ofType(signIn, 'AWS::SSM::Parameter').map(([, { Properties }]) => Properties.Name);
    const told = ['client-id', 'domain', 'issuer', 'pool-id'];
    assert.deepEqual(
      names.sort(),
      told.map((what) => `/financial-services/sign-in/${what}`),
    );
  });
});
