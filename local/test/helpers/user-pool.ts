import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { Local, LocalOptions } from '../../start.ts';
import { startLocal } from '../../start.ts';
import type { Application } from './browser.ts';
import { declared } from './small-api-template.ts';
import { type Small, writeSmallAssembly } from './small-assembly.ts';

/** Where people come back to, on whatever port the application runs. */
export const signedIn = 'http://127.0.0.1/signed-in';

/** A pool of people with a tenant and a role, and an application of theirs; more properties win. */
export const poolResources = (pool: object = {}, client: object = {}): Record<string, unknown> => ({
  People: declared('AWS::Cognito::UserPool', {
    UserPoolName: 'people',
    UsernameAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    Schema: [
      {
        Name: 'tenant_id',
        AttributeDataType: 'String',
        Mutable: false,
        StringAttributeConstraints: { MaxLength: '64' },
      },
      { Name: 'role', AttributeDataType: 'String', Mutable: true },
    ],
    Policies: {
      PasswordPolicy: { MinimumLength: 14, RequireSymbols: true, TemporaryPasswordValidityDays: 3 },
    },
    ...pool,
  }),
  Site: declared('AWS::Cognito::UserPoolClient', {
    UserPoolId: { Ref: 'People' },
    AllowedOAuthFlowsUserPoolClient: true,
    AllowedOAuthFlows: ['code'],
    AllowedOAuthScopes: ['openid', 'email'],
    CallbackURLs: [signedIn, 'https://dashboard.example.com/signed-in'],
    LogoutURLs: ['http://127.0.0.1/'],
    ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'],
    SupportedIdentityProviders: ['COGNITO'],
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
    ReadAttributes: ['email', 'email_verified', 'custom:tenant_id', 'custom:role'],
    IdTokenValidity: 10,
    AccessTokenValidity: 10,
    RefreshTokenValidity: 12,
    TokenValidityUnits: { IdToken: 'minutes', AccessToken: 'minutes', RefreshToken: 'hours' },
    RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 0 },
    ...client,
  }),
});

/** A machine with the pool. */
export type PoolMachine = {
  readonly local: Local;
  readonly poolId: string;
  readonly issuer: string;
  readonly application: Application;
  readonly cognito: CognitoIdentityProviderClient;
  stop(): Promise<void>;
};

/** Starts one; the resources and functions of `small` come to the pool's. */
export const startPoolMachine = async (
  options: Partial<LocalOptions> = { memory: true },
  small: Small = { functions: {} },
): Promise<PoolMachine> => {
  const { folder, remove } = writeSmallAssembly({
    ...small,
    resources: { ...poolResources(), ...small.resources },
  });
  const local = await startLocal({ assembly: folder, ...options });
  const [pool] = local.userPools.all;
  const [client] = pool?.settings.clients ?? [];
  if (!pool || !client || local.signIn === undefined) throw new Error('The pool does not run.');
  const credentials = local.operator;
  const cognito = new CognitoIdentityProviderClient({
    endpoint: local.endpoint,
    region: 'eu-west-1',
    credentials,
  });
  return {
    local,
    cognito,
    poolId: pool.settings.id,
    issuer: `${local.signIn}/${pool.settings.id}`,
    application: {
      origin: local.signIn,
      client_id: client.id,
      redirect_uri: 'http://127.0.0.1:4711/signed-in',
    },
    stop: async () => {
      cognito.destroy();
      await local.stop();
      remove();
    },
  };
};
