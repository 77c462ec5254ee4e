import { account } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import { assertOnly, BadConfiguration } from '../errors.ts';

/** The settings of a user pool in a template. */
export type PoolSettings = {
  readonly id: string;
  readonly arn: string;
  readonly region: string;
  readonly logicalId: string;
  /** Attribute, with `custom:` where it is one → what may be done with it. */
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly password: PasswordPolicy;
  /** Whether people who have forgotten their password get a code by e-mail. */
  readonly recovers: boolean;
  readonly clients: readonly ClientSettings[];
};

type Attribute = { readonly mutable: boolean; readonly length_max: number };

/** The rules for a password. */
export type PasswordPolicy = {
  readonly length_min: number;
  readonly lowercase: boolean;
  readonly uppercase: boolean;
  readonly numbers: boolean;
  readonly symbols: boolean;
  readonly temporary_days: number;
};

/** The images of the sign-in's pages as addresses of data, and what a logo that is SVG calls itself. */
export type Style = {
  readonly name?: string;
  readonly light?: string;
  readonly dark?: string;
  readonly icon?: string;
};

/** The settings of an app client in a template: a public one that takes codes. */
export type ClientSettings = {
  readonly id: string;
  readonly style: Style;
  readonly callbacks: readonly string[];
  readonly logouts: readonly string[];
  readonly scopes: readonly string[];
  readonly readable: readonly string[];
  readonly id_seconds: number;
  readonly access_seconds: number;
  readonly refresh_seconds: number;
  /** How long a refresh token is still taken after its successor was given; undefined: it is not replaced. */
  readonly rotation_grace_seconds?: number;
};

/** Every user pool with its clients; throws BadConfiguration for what is not run here. */
export const poolsOf = (resources: readonly Resource[]): PoolSettings[] =>
  resources
    .filter(({ type }) => type === 'AWS::Cognito::UserPool')
    .map((pool) => poolOf(pool, resources));

const poolOf = (pool: Resource, resources: readonly Resource[]): PoolSettings => {
  const { physicalId: id, region, logicalId } = pool;
  assertOnly(`The ${pool.type} ${logicalId}`, pool.properties, poolProperties);
  const { properties } = pool;
  const fail = failing(pool);
  if (JSON.stringify(properties.UsernameAttributes) !== '["email"]')
    fail('signs in by something else than e-mail');
  if (member(properties.UsernameConfiguration, 'CaseSensitive') !== false)
    fail('distinguishes e-mail addresses by case');
  if (member(properties.AdminCreateUserConfig, 'AllowAdminCreateUserOnly') !== true)
    fail('lets anybody sign up');
  if ((properties.MfaConfiguration ?? 'OFF') !== 'OFF') fail('asks for a second factor');
  const clients = resources.filter(
    ({ type, properties: { UserPoolId } }) =>
      type === 'AWS::Cognito::UserPoolClient' && UserPoolId === id,
  );
  return {
    id,
    region,
    logicalId,
    arn: `arn:aws:cognito-idp:${region}:${account}:userpool/${id}`,
    attributes: attributesOf(properties.Schema),
    password: passwordPolicyOf(properties.Policies),
    recovers: recoversBy(member(properties.AccountRecoverySetting, 'RecoveryMechanisms')),
    clients: clients.map((client) => ({ ...clientOf(client), style: styleOf(client, resources) })),
  };
};

/** Those that are read here, and those that say how AWS reaches people or keeps the pool. */
const poolProperties = [
  ...[
    'UserPoolName',
    'UsernameAttributes',
    'UsernameConfiguration',
    'AdminCreateUserConfig',
    'Schema',
    'Policies',
  ],
  ...[
    'MfaConfiguration',
    'EnabledMfas',
    'AutoVerifiedAttributes',
    'AccountRecoverySetting',
    'DeletionProtection',
  ],
  ...[
    'UserPoolTier',
    'UserPoolAddOns',
    'UserAttributeUpdateSettings',
    'VerificationMessageTemplate',
    'UserPoolTags',
  ],
  ...[
    'EmailVerificationMessage',
    'EmailVerificationSubject',
    'SmsVerificationMessage',
    'EmailConfiguration',
  ],
];

const clientProperties = [
  ...[
    'UserPoolId',
    'ClientName',
    'GenerateSecret',
    'AllowedOAuthFlows',
    'AllowedOAuthFlowsUserPoolClient',
  ],
  ...['AllowedOAuthScopes', 'CallbackURLs', 'LogoutURLs', 'ExplicitAuthFlows', 'IdTokenValidity'],
  ...[
    'AccessTokenValidity',
    'RefreshTokenValidity',
    'TokenValidityUnits',
    'EnableTokenRevocation',
    'ReadAttributes',
  ],
  ...[
    'PreventUserExistenceErrors',
    'WriteAttributes',
    'RefreshTokenRotation',
    'SupportedIdentityProviders',
  ],
];

const failing =
  ({ type, logicalId }: Resource) =>
  (what: string): never => {
    throw new BadConfiguration(`The ${type} ${logicalId} ${what}, which local/ does not run.`);
  };

const clientOf = (client: Resource): Omit<ClientSettings, 'style'> => {
  assertOnly(`The ${client.type} ${client.logicalId}`, client.properties, clientProperties);
  const { properties, physicalId: id } = client;
  const fail = failing(client);
  const texts = (name: string): string[] => ((properties[name] ?? []) as unknown[]).map(String);
  if (properties.GenerateSecret === true) fail('has a secret');
  if (
    properties.AllowedOAuthFlowsUserPoolClient !== true ||
    texts('AllowedOAuthFlows').join() !== 'code'
  )
    fail('gives tokens for something else than a code');
  if (texts('ExplicitAuthFlows').join() !== 'ALLOW_CUSTOM_AUTH')
    fail('lets programs sign in without a page');
  if (texts('SupportedIdentityProviders').join() !== 'COGNITO') fail('trusts other providers');
  if (properties.PreventUserExistenceErrors !== 'ENABLED') fail('shows which users exist');
  if (properties.EnableTokenRevocation !== true) fail('cannot revoke tokens');
  const rotation = member(properties.RefreshTokenRotation, 'RetryGracePeriodSeconds');
  const rotates = member(properties.RefreshTokenRotation, 'Feature') === 'ENABLED';
  return {
    id,
    callbacks: texts('CallbackURLs'),
    logouts: texts('LogoutURLs'),
    scopes: texts('AllowedOAuthScopes'),
    readable: texts('ReadAttributes'),
    id_seconds: validity(client, 'IdToken', 'hours', 1),
    access_seconds: validity(client, 'AccessToken', 'hours', 1),
    refresh_seconds: validity(client, 'RefreshToken', 'days', 30),
    ...(rotates && { rotation_grace_seconds: Number(rotation ?? 0) }),
  };
};

const unit_seconds: Readonly<Record<string, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
};

const validity = (
  { properties }: Resource,
  token: string,
  otherwise: string,
  count: number,
): number => {
  const unit = String(member(properties.TokenValidityUnits, token) ?? otherwise);
  return Number(properties[`${token}Validity`] ?? count) * (unit_seconds[unit] ?? 1);
};

const standard = [
  ...[
    'name',
    'family_name',
    'given_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
  ],
  ...[
    'website',
    'email',
    'email_verified',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'address',
    'phone_number',
  ],
];

const attributesOf = (schema: unknown): Map<string, Attribute> => {
  const attributes = new Map(standard.map((name) => [name, { mutable: true, length_max: 2048 }]));
  for (const declared of (schema ?? []) as readonly Record<string, unknown>[]) {
    const { Name, Mutable, StringAttributeConstraints: limits } = declared;
    const name = standard.includes(String(Name)) ? String(Name) : `custom:${Name}`;
    attributes.set(name, {
      mutable: Mutable !== false,
      length_max: Number(member(limits, 'MaxLength') ?? 2048),
    });
  }
  return attributes;
};

const recoversBy = (mechanisms: unknown): boolean =>
  mechanisms === undefined || JSON.stringify(mechanisms).includes('"verified_email"');

/** The logo and the icon of the style that a template assigns to a client; colours are those of every page here. */
const styleOf = (client: Resource, resources: readonly Resource[]): Style => {
  const branding = resources.find(
    ({ type, properties: { ClientId } }) =>
      type === 'AWS::Cognito::ManagedLoginBranding' && ClientId === client.physicalId,
  );
  const assets = (branding?.properties.Assets ?? []) as readonly Readonly<Record<string, string>>[];
  const image = (category: string, mode: string): string | undefined => {
    const found = assets.find(
      ({ Category, ColorMode }) =>
        Category === category && [mode, 'DYNAMIC'].includes(`${ColorMode}`),
    );
    return found && `data:${imageTypes[found.Extension ?? '']};base64,${found.Bytes}`;
  };
  const [light, dark, icon] = [
    image('FORM_LOGO', 'LIGHT'),
    image('FORM_LOGO', 'DARK'),
    image('FAVICON_SVG', 'LIGHT'),
  ];
  const logo = Buffer.from(light?.split(',')[1] ?? '', 'base64').toString();
  const name = /<title>([^<]*)<\/title>/.exec(logo)?.[1]?.replaceAll('&amp;', '&');
  return {
    ...(name && { name }),
    ...(light && { light }),
    ...(dark && { dark }),
    ...(icon && { icon }),
  };
};

const imageTypes: Readonly<Record<string, string>> = {
  ICO: 'image/x-icon',
  JPEG: 'image/jpeg',
  PNG: 'image/png',
  SVG: 'image/svg+xml',
  WEBP: 'image/webp',
};

const passwordPolicyOf = (policies: unknown): PasswordPolicy => {
  const policy = member(policies, 'PasswordPolicy');
  const asked = (what: string): boolean => member(policy, what) !== false;
  return {
    length_min: Number(member(policy, 'MinimumLength') ?? 8),
    lowercase: asked('RequireLowercase'),
    uppercase: asked('RequireUppercase'),
    numbers: asked('RequireNumbers'),
    symbols: asked('RequireSymbols'),
    temporary_days: Number(member(policy, 'TemporaryPasswordValidityDays') ?? 7),
  };
};

const member = (of: unknown, name: string): unknown =>
  (of as Record<string, unknown> | undefined)?.[name];
