import { RegionInfo } from 'aws-cdk-lib/region-info';
import { renewal_days_max } from '../functions/cards/model.ts';
import { catalogues, everyCurrency } from '../functions/catalogue.ts';
import { addressesWith, officialAddresses } from '../functions/screeners/lists/addresses.ts';
import { daily_cap_max, environmentCatalogueErrors } from './catalogue-errors.ts';
import {
  canaries,
  type Environment,
  type EnvironmentName,
  environments,
  queueNames,
  shardCounts,
} from './environments.ts';
import { eventsPerSecond } from './quotas.ts';

/** CDK context values as they come: text from the command line, JSON from cdk.json or CDK_CONTEXT_JSON. */
export type CdkContext = { readonly settings?: unknown; readonly local?: unknown };

/**
 * The environments of this synthesis: environments.ts with the context's `settings` laid over it, as
 * `{"sandbox": {"clockSpeed": 10}}`. Throws one sentence that names what is wrong; what only a laptop may have is
 * accepted only with the context `local`.
 */
export const chosenEnvironments = (context: CdkContext): readonly Environment[] => {
  const changes = record('settings', parsed(context.settings));
  for (const name of Object.keys(changes)) {
    if (!Object.hasOwn(environments, name))
      refuse(`settings.${name}`, `one of ${Object.keys(environments).join(', ')}`);
  }
  const site = checked('live', changes.live ?? {}).dashboardOrigin ?? environments.live.dashboardOrigin;
  return Object.values(environments).map((environment) => {
    const own = { ...environment, ...checked(environment.name, changes[environment.name] ?? {}) };
    // One site serves both.
    const chosen = { ...(site !== undefined && { dashboardOrigin: site }), ...own };
    const { name, protectData: _, ...settings } = chosen;
    checked(name, settings);
    checkPlaces(chosen);
    if (name === 'sandbox' && chosen.product)
      refuse(`settings.${name}.product`, 'absent: one site and one sign-in serve both, those of live');
    if (chosen.cardIssuer === 'stripe' && !chosen.stripe) refuse(`settings.${name}.stripe`, rules.stripe.expected);
    if (chosen.identityVerifier === 'onfido' && !chosen.onfido)
      refuse(`settings.${name}.onfido`, rules.onfido.expected);
    if (chosen.screening === 'yente' && !chosen.yente) refuse(`settings.${name}.yente`, rules.yente.expected);
    if (Object.keys(addressesWith(chosen.lists?.addresses)).length === 0)
      refuse(`settings.${name}.lists.addresses`, 'such that one list is left, or screening is none');
    const [error] = environmentCatalogueErrors(chosen, !isLocal(context));
    if (error)
      throw new Error(`The catalogue ${chosen.catalogue ?? 'standard'} is not valid for ${chosen.name}: ${error}.`);
    if (!isLocal(context)) checkDeployed(chosen);
    else if (chosen.backup) refuse(`settings.${name}.backup`, 'absent on this machine, which has no AWS Backup');
    return chosen;
  });
};

/** Throws for what only a laptop may have. */
const checkDeployed = (environment: Environment): void => {
  checkEvents(environment);
  const { name, region, dashboardOrigin, stripe, onfido, yente, identityVerifier } = environment;
  if (name === 'live' && environment.screening === 'simulator')
    refuse(`settings.${name}.screening`, 'none, lists or yente in a deployed environment');
  for (const [file, address] of Object.entries(environment.lists?.addresses ?? {}))
    if (address?.startsWith('http:'))
      refuse(`settings.${name}.lists.addresses.${file}`, 'an address of https in a deployed environment');
  if (dashboardOrigin?.startsWith('http:'))
    refuse(`settings.${name}.dashboardOrigin`, 'an address of https in a deployed environment');
  for (const [provider, settings] of Object.entries({ stripe, onfido }))
    if (settings?.apiBase?.startsWith('http:'))
      refuse(`settings.${name}.${provider}.apiBase`, 'an address of https in a deployed environment');
  if (yente?.base.startsWith('http:'))
    refuse(`settings.${name}.yente.base`, 'an address of https in a deployed environment');
  if (name === 'live' && identityVerifier === 'simulator')
    refuse(`settings.${name}.identityVerifier`, 'review, aws or onfido in a deployed environment');
  if (identityVerifier === 'aws' && !pictureRegions.includes(region))
    refuse(`settings.${name}.identityVerifier`, `review in ${region}, which lacks Textract or Rekognition`);
  for (const [setting, deployed] of Object.entries({ ...deployedAlways, ...(name === 'live' && deployedLive) }))
    if (environment[setting as keyof Environment] !== deployed)
      refuse(`settings.${name}.${setting}`, `${deployed} in a deployed environment`);
};

/** Throws for throttles that let in more requests than EventBridge passes events on: every change makes one. */
const checkEvents = ({ name, region, throttle, dashboardThrottle, ...environment }: Environment): void => {
  const events = environment.eventsPerSecond ?? eventsPerSecond(region);
  if (throttle.rate + dashboardThrottle.rate > events)
    refuse(
      `settings.${name}.throttle`,
      `with dashboardThrottle at most ${events} requests a second, what EventBridge of ${region} takes of a new account; set ` +
        'eventsPerSecond where AWS has raised its quotas',
    );
};

/** Throws for an arn of another region or account, which CloudFormation would refuse in the middle of a deployment. */
const checkPlaces = ({ name, region, account, webAcl, apiDomain, dashboardCertificate, backup }: Environment): void => {
  const regional = { webAcl, 'apiDomain.certificate': apiDomain?.certificate };
  for (const arn of backup?.copyTo ?? []) {
    const [, , , itsRegion, itsAccount] = arn.split(':');
    if (itsRegion === region && itsAccount === account)
      refuse(`settings.${name}.backup.copyTo`, `of another region than ${region}, or of another account`);
  }
  for (const [setting, arn] of Object.entries({ ...regional, dashboardCertificate })) {
    const [, , , itsRegion, itsAccount] = arn?.split(':') ?? [];
    if (arn === undefined) continue;
    if (setting in regional && itsRegion !== region)
      refuse(`settings.${name}.${setting}`, `of ${region}, ${name}’s region`);
    if (account !== undefined && itsAccount !== account)
      refuse(`settings.${name}.${setting}`, `of ${account}, ${name}’s account`);
  }
};

/** Why a stack of an environment must not be deployed: it would look up what another region or account has. */
export const separationErrors = (
  { name }: Environment,
  all: readonly Environment[],
): readonly { readonly stack: string; readonly sentence: string }[] => {
  const [sandbox, live] = (['sandbox', 'live'] as const).map((one) => all.find((each) => each.name === one));
  if (!sandbox || !live) return [];
  const apart =
    sandbox.region !== live.region || (sandbox.account ?? live.account) !== (live.account ?? sandbox.account);
  const why = 'Sandbox and live are in different regions or accounts, where they find each other by no parameter:';
  if (apart && name === 'sandbox' && !sandbox.signIn)
    return [
      {
        stack: 'dashboard-functions',
        sentence: `${why} set signIn of sandbox to the issuer and the sandbox-client-id that live’s stack sign-in writes.`,
      },
    ];
  if (apart && name === 'live' && !sandbox.dashboardApi)
    return [{ stack: 'site', sentence: `${why} set dashboardApi of sandbox to the host of its dashboard API.` }];
  return [];
};

/** Whether what is synthesised will run on this machine and never be deployed. */
export const isLocal = (context: CdkContext): boolean => context.local === true || context.local === 'true';

/** What these settings are wherever somebody else can reach the service. */
const deployedAlways = { clockSpeed: 1, webhookTargets: 'public' } as const satisfies Partial<Environment>;

/**
 * The regions that have both Textract and Rekognition, of `endpoints.json` in botocore 1.44.8. Where a newer one has both too, it
 * is added here.
 */
const pictureRegions = [
  ...['ap-northeast-1', 'ap-northeast-2', 'ap-south-1', 'ap-southeast-1', 'ap-southeast-2', 'ca-central-1'],
  ...['eu-central-1', 'eu-south-2', 'eu-west-1', 'eu-west-2', 'us-east-1', 'us-east-2', 'us-west-1', 'us-west-2'],
];

/** What they are where people sign in. */
const deployedLive = { secondFactor: 'required' } as const satisfies Partial<Environment>;

type Changeable = Omit<Environment, 'name' | 'protectData'>;

const checked = (name: EnvironmentName, changes: unknown): Partial<Changeable> => {
  const where = `settings.${name}`;
  for (const [key, value] of Object.entries(record(where, changes))) {
    const rule = Object.hasOwn(rules, key) ? rules[key as keyof Changeable] : undefined;
    if (!rule) refuse(`${where}.${key}`, `one of ${Object.keys(rules).join(', ')}`);
    else if (!rule.holds(value)) refuse(`${where}.${key}`, rule.expected);
  }
  return changes as Partial<Changeable>;
};

type Rule = { readonly expected: string; readonly holds: (value: unknown) => boolean };

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;

const isSubscriber = (value: unknown): boolean =>
  /^[^\s@]+@[^\s@]+$/.test(String(value)) || (isAddress(value) && String(value).startsWith('https://'));

/** As a mapping of Lambda takes it. */
const isConcurrency = (value: unknown): boolean => isWhole(value) && value >= 2 && value <= 1000;

const isAddress = (value: unknown): boolean => typeof value === 'string' && URL.canParse(value);

const matching = (expected: string, pattern: RegExp): Rule => ({
  expected,
  holds: (value) => typeof value === 'string' && pattern.test(value),
});

const oneOf = (values: readonly unknown[], expected = values.join(' or ')): Rule => ({
  expected,
  holds: (value) => values.includes(value),
});

/** An object of these members, each with what it must hold; those with a question mark may be absent. */
const objectOf = (expected: string, members: Readonly<Record<string, (value: unknown) => boolean>>): Rule => ({
  expected,
  holds: (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).every((name) => Object.hasOwn(members, name) || Object.hasOwn(members, `${name}?`)) &&
    Object.entries(members).every(([name, holds]) => {
      const member = (value as Record<string, unknown>)[name.replace('?', '')];
      return (name.endsWith('?') && member === undefined) || holds(member);
    }),
});

const boolean = oneOf([true, false]);
const whole: Rule = { expected: 'a whole number from 1', holds: isWhole };
const limit = objectOf('{"rate": n, "burst": n} with whole numbers from 1', { rate: isWhole, burst: isWhole });

/** As Secrets Manager takes names; without what would be a pattern in a policy. */
const isSecretName = (value: unknown): boolean => /^[\w/+=.@-]{1,256}$/.test(String(value ?? ''));

const stripeSettings = objectOf(
  '{"apiKeySecret": "name of a secret", "signingSecret": "name of a secret"}, with "apiBase": "https://…" and ' +
    '"throttle": {"rate": n, "burst": n}, "provisionedConcurrency": n and "reservedConcurrency": n, whole numbers from 1 and ' +
    'not more provisioned than reserved, if wanted',
  {
    ...{ apiKeySecret: isSecretName, signingSecret: isSecretName, 'apiBase?': isAddress, 'throttle?': limit.holds },
    ...{ 'provisionedConcurrency?': isWhole, 'reservedConcurrency?': isWhole },
  },
);

const files = Object.keys(officialAddresses);

const isListAddress = (value: unknown): boolean =>
  value === null || (isAddress(value) && /^(https:|http:\/\/127\.0\.0\.1[:/])/.test(String(value)));

const listAddresses = objectOf('', Object.fromEntries(files.map((file) => [`${file}?`, isListAddress])));

/** Below a half everybody is like somebody. */
const isScore = (value: unknown): boolean => typeof value === 'number' && value >= 0.5 && value <= 1;

/** The periods CloudWatch Logs accepts, up to ten years. */
const retentions = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

/** What ends by itself, where an environment says so. */
const kept = ['eventsDays', 'deliveriesDays', 'declinedAuthorizationsDays', 'documentsDays'];
const isKept = (days: unknown): boolean => isWhole(days) && days >= 7;

/** Days from the expiry of a document to the end of what it proved; null: nothing ends. */
const isGrace = (days: unknown): boolean => days === null || days === 0 || isWhole(days);
const isCap = (amount: unknown): boolean => isWhole(amount) && amount <= daily_cap_max;

/** Vaults of AWS Backup. */
const isVaults = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((arn) => /^arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/.test(String(arn)));

/** No copy outlives point-in-time recovery: what a redaction removed is gone everywhere after so many days. */
const kept_days_max = 35;

const host = '[a-z0-9-]+(\\.[a-z0-9-]+)+';

const rules: Record<keyof Changeable, Rule> = {
  account: matching('an AWS account id of 12 digits', /^\d{12}$/),
  region: oneOf(
    RegionInfo.regions.filter(({ partition }) => partition === 'aws').map(({ name }) => name),
    'a region of the partition aws that this release of the CDK knows, such as eu-west-1; other partitions lack ' +
      'services and name hosts otherwise',
  ),
  cell: matching('one to five lower-case letters and digits, such as use1', /^[a-z0-9]{1,5}$/),
  throttle: limit,
  dashboardThrottle: limit,
  dashboardLimit: limit,
  limits: objectOf('{"standard": {"rate": n, "burst": n}, "elevated": {…}} with whole numbers from 1', {
    standard: limit.holds,
    elevated: limit.holds,
  }),
  publicThrottle: limit,
  authorizerConcurrency: whole,
  reserveSweeper: boolean,
  queueConcurrency: { expected: 'a whole number from 2 to 1000', holds: isConcurrency },
  queueConcurrencyOf: objectOf(
    `an object of whole numbers from 2 to 1000 by ${queueNames.join(', ')}`,
    Object.fromEntries(queueNames.map((queue) => [`${queue}?`, isConcurrency])),
  ),
  warmThroughput: objectOf('{"reads": n, "writes": n} with whole numbers from 1', { reads: isWhole, writes: isWhole }),
  scheduleShards: oneOf(shardCounts, '16, 32 or 64'),
  relayParallelism: { expected: 'a whole number from 1 to 10', holds: (value) => isWhole(value) && value <= 10 },
  eventsPerSecond: whole,
  alarmSubscribers: {
    expected: 'a list of addresses of e-mail or https',
    holds: (value) => Array.isArray(value) && value.length > 0 && value.every(isSubscriber),
  },
  logRetentionDays: oneOf(retentions, 'a period CloudWatch knows'),
  retention: objectOf(
    `an object of whole numbers from 7 by ${kept.join(', ')}`,
    Object.fromEntries(kept.map((name) => [`${name}?`, isKept])),
  ),
  trailDays: whole,
  backup: objectOf(
    '{"copyTo": ["arn:aws:backup:…:backup-vault:…"], "keptDays": n} with at least one vault, and days from 1 to 35 if wanted',
    { copyTo: isVaults, 'keptDays?': (days) => isWhole(days) && days <= kept_days_max },
  ),
  webAcl: matching(
    'the arn of a regional web ACL in the partition aws, arn:aws:wafv2:…:regional/webacl/…',
    /^arn:aws:wafv2:[a-z0-9-]+:\d{12}:regional\/webacl\/[\w-]+\/[a-z0-9-]+$/,
  ),
  apiDomain: objectOf('{"name": "api.example.com", "certificate": "arn:aws:acm:…, of the partition aws"}', {
    name: (value) => new RegExp(`^${host}$`).test(String(value)),
    certificate: (value) => /^arn:aws:acm:[a-z0-9-]+:\d{12}:certificate\/[a-z0-9-]+$/.test(String(value)),
  }),
  canary: oneOf(canaries, `one of ${canaries.join(', ')}`),
  clockSpeed: { expected: 'a number from 1', holds: (value) => Number.isFinite(value) && Number(value) >= 1 },
  cardIssuer: oneOf(['simulator', 'stripe']),
  stripe: {
    ...stripeSettings,
    holds: (value) => {
      const { provisionedConcurrency, reservedConcurrency } = (value ?? {}) as NonNullable<Environment['stripe']>;
      return stripeSettings.holds(value) && !(Number(provisionedConcurrency) > Number(reservedConcurrency));
    },
  },
  cardRenewalDays: {
    expected: `a whole number from 1 to ${renewal_days_max}`,
    holds: (value) => isWhole(value) && value <= renewal_days_max,
  },
  agreements: oneOf(['required', 'optional']),
  reverifyAfterExpiry: objectOf('{"standard": n, "enhanced": n}, each a whole number of days from 0, or null', {
    ...{ 'standard?': isGrace, 'enhanced?': isGrace },
  }),
  catalogue: oneOf(Object.keys(catalogues), `one of ${Object.keys(catalogues).join(', ')}`),
  heldFeatures: {
    expected: 'a list of ids of features',
    holds: (value) => Array.isArray(value) && value.every((id) => typeof id === 'string'),
  },
  dailyCaps: objectOf(
    `an object of whole numbers from 1 to ${daily_cap_max} by currencies that cards are offered in, such as USD`,
    Object.fromEntries(everyCurrency.map((currency) => [`${currency}?`, isCap])),
  ),
  acceptSimulatedIssuer: boolean,
  screening: oneOf(['none', 'simulator', 'lists', 'yente'], 'none, simulator, lists or yente'),
  lists: objectOf(
    `{"addresses": {…}, "scoreMin": n}: addresses of https by ${files.join(', ')}, null for a list that is left out, and ` +
      'a score from 0.5 to 1',
    { 'addresses?': listAddresses.holds, 'scoreMin?': isScore },
  ),
  yente: objectOf(
    '{"base": "https://…" without a slash at its end, "dataset": "default"} and "tokenSecret": "name of a secret", "scoreMin": a ' +
      'score from 0.5 to 1, if wanted',
    {
      base: (value) => isAddress(value) && /^https?:.*[^/]$/.test(String(value)),
      dataset: (value) => /^[a-z0-9_]{1,100}$/.test(String(value ?? '')),
      ...{ 'tokenSecret?': isSecretName, 'scoreMin?': isScore },
    },
  ),
  acceptAttestations: boolean,
  webhookTargets: oneOf(['public', 'loopback_too']),
  signIn: objectOf('{"issuer": "https://…", "clientId": "…"}', {
    issuer: isAddress,
    clientId: (value) => typeof value === 'string',
  }),
  secondFactor: oneOf(['required', 'off']),
  dashboardOrigin: matching(
    'an address such as https://dashboard.example.com, without a path',
    new RegExp(`^(https://${host}|http://127\\.0\\.0\\.1)$`),
  ),
  dashboardApi: matching(
    'the host of an API, such as a1b2c3.execute-api.eu-west-1.amazonaws.com',
    /^[a-z0-9]+\.execute-api\.[a-z0-9-]+\.amazonaws\.com$/,
  ),
  publicApi: matching(
    'a base address such as https://api.example.com/v1/',
    new RegExp(`^https://${host}/([a-z0-9-]+/)*$`),
  ),
  product: objectOf(
    '{"name": "…", "mark": "path/of.svg"}: a name of 1 to 64 characters, without < > { }, and a file of the repository',
    {
      'name?': (value) => typeof value === 'string' && /^[^<>{}\p{C}]{1,64}$/u.test(value) && value.trim() !== '',
      'mark?': (value) => typeof value === 'string' && /^[\w./-]+\.svg$/.test(value),
    },
  ),
  dashboardCertificate: matching(
    'the arn of a certificate in us-east-1, in the partition aws',
    /^arn:aws:acm:us-east-1:\d{12}:certificate\/[a-z0-9-]+$/,
  ),
  identityVerifier: oneOf(['review', 'aws', 'onfido', 'simulator'], 'review, aws, onfido or simulator'),
  onfido: objectOf(
    '{"region": "eu", "tokenSecret": "name of a secret", "webhookSecret": "name of a secret"} with a region of eu, us or ca, ' +
      'and "watchlist": "watchlist_standard", "watchlist_enhanced" or "watchlist_aml", "apiBase": "https://…", ' +
      '"reservedConcurrency": n and "throttle": {"rate": n, "burst": n}, whole numbers from 1, if wanted',
    {
      ...{ region: oneOf(['eu', 'us', 'ca']).holds, tokenSecret: isSecretName, webhookSecret: isSecretName },
      ...{ 'apiBase?': isAddress, 'throttle?': limit.holds, 'reservedConcurrency?': isWhole },
      'watchlist?': oneOf(['watchlist_standard', 'watchlist_enhanced', 'watchlist_aml']).holds,
    },
  ),
};

const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value ?? {};
  try {
    return JSON.parse(value);
  } catch {
    return refuse('settings', 'JSON');
  }
};

const record = (where: string, value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : refuse(where, 'a JSON object');

const refuse = (where: string, expected: string): never => {
  throw new Error(`Settings are not valid: ${where} must be ${expected}.`);
};
