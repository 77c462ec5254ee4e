import {
  AccountRecovery,
  CfnManagedLoginBranding,
  ClientAttributes,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  StandardThreatProtectionMode,
  StringAttribute,
  UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Duration, type Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { invitation_days } from '../functions/tenants/operators/model.ts';
import { removal } from './constructs/removal.ts';
import {
  dashboardOrigin,
  type Environment,
  type EnvironmentName,
  physicalName,
  service,
  signInParameter,
} from './environments.ts';
import { escaped, productOf, signInStyle } from './product.ts';
import { serviceStack } from './service-stack.ts';

/**
 * The sign-in of both environments' dashboards: the pool of people, an application for each
 * environment, and the sign-in pages. It stands in live, so that nobody with rights in sandbox
 * alone can make people for live.
 */
export const signInStack = (scope: Construct, environment: Environment): Stack => {
  const stack = serviceStack(
    scope,
    environment,
    'sign-in',
    `People of the dashboard of ${service}, and where they sign in`,
  );
  const product = productOf(environment);
  const pool = peopleIn(stack, environment, product.name);
  const clients = (['sandbox', 'live'] as const).map(
    (name) => [name, applicationOf(pool, environment, name)] as const,
  );
  const domain = pool.addDomain('Pages', {
    cognitoDomain: { domainPrefix: physicalName(environment.name, stack.account) },
    managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
  });
  // Without a style the newer pages stay blank.
  for (const [name, client] of clients)
    new CfnManagedLoginBranding(stack, `Style-${name}`, {
      userPoolId: pool.userPoolId,
      clientId: client.userPoolClientId,
      ...signInStyle(product),
    });
  const values = {
    issuer: pool.userPoolProviderUrl,
    ...(Object.fromEntries(
      clients.map(([name, client]) => [`${name}-client-id`, client.userPoolClientId]),
    ) as {
      readonly [name in `${EnvironmentName}-client-id`]: string;
    }),
    'pool-id': pool.userPoolId,
    domain: domain.baseUrl(),
  } as const;
  for (const [what, stringValue] of Object.entries(values) as [keyof typeof values, string][])
    new StringParameter(stack, `Parameter-${what}`, {
      parameterName: signInParameter(what),
      description: `Of the dashboard's sign-in: ${what}`,
      stringValue,
    });
  return stack;
};

/** Nobody signs up: a business is registered, its owner invited, and owners invite others. */
const peopleIn = (stack: Stack, environment: Environment, product: string): UserPool =>
  new UserPool(stack, 'People', {
    userPoolName: physicalName(environment.name, 'people'),
    selfSignUpEnabled: false,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    customAttributes: {
      // An invitation decides for good whose data a person sees.
      tenant_id: new StringAttribute({ mutable: false, maxLen: 64 }),
      role: new StringAttribute({ mutable: true, maxLen: 16 }),
    },
    userInvitation: {
      emailSubject: `You are invited to ${product}`,
      emailBody: invitation(escaped(product), dashboardOrigin(environment)),
    },
    userVerification: {
      emailSubject: `Your code for ${product}`,
      emailBody:
        `With the code {####} you can choose another password for ${escaped(product)}, within one hour. If you did not ask ` +
        'for it, ignore this e-mail: nothing has changed.',
    },
    passwordPolicy: {
      minLength: 14,
      requireLowercase: true,
      requireUppercase: true,
      requireDigits: true,
      requireSymbols: true,
      tempPasswordValidity: Duration.days(invitation_days),
    },
    mfa: environment.secondFactor === 'required' ? Mfa.REQUIRED : Mfa.OFF,
    mfaSecondFactor: { otp: true, sms: false },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    // Leaked passwords and odd sign-ins are refused, which the lower plans do not do.
    featurePlan: FeaturePlan.PLUS,
    standardThreatProtectionMode: StandardThreatProtectionMode.FULL_FUNCTION,
    deletionProtection: environment.protectData,
    removalPolicy: removal(environment),
  });

const invitation = (product: string, origin: string): string =>
  `You are invited to ${product}. Sign in at ${origin} as {username} with the password {####} within ${invitation_days} days; ` +
  'you will then choose one of your own.';

/**
 * The site as it shows one environment, which can keep no secret. The scope `openid` must stay alone: beside any other, Cognito leaves tenant and role
 * out of the id token.
 */
const applicationOf = (
  pool: UserPool,
  environment: Environment,
  name: EnvironmentName,
): UserPoolClient => {
  const origin = dashboardOrigin(environment);
  return pool.addClient(`Site-${name}`, {
    userPoolClientName: `dashboard-${name}`,
    generateSecret: false,
    // One must be named and this one leads nowhere without a trigger, so that tokens come from the pages alone: those that
    // programs get by the API carry aws.cognito.signin.user.admin.
    authFlows: { custom: true },
    oAuth: {
      flows: { authorizationCodeGrant: true },
      scopes: [OAuthScope.OPENID],
      callbackUrls: [`${origin}/signed-in`],
      logoutUrls: [`${origin}/`],
    },
    supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
    preventUserExistenceErrors: true,
    // A removed person or a changed role keeps its access for as long as a token is valid.
    idTokenValidity: Duration.minutes(10),
    accessTokenValidity: Duration.minutes(10),
    refreshTokenValidity: Duration.hours(12),
    // For an answer that was lost on its way.
    refreshTokenRotationGracePeriod: Duration.seconds(10),
    enableTokenRevocation: true,
    readAttributes: new ClientAttributes()
      .withStandardAttributes({ email: true, emailVerified: true })
      .withCustomAttributes('tenant_id', 'role'),
    // An empty list would mean all that OpenID Connect knows; nothing here reads this one.
    writeAttributes: new ClientAttributes().withStandardAttributes({ locale: true }),
  });
};
