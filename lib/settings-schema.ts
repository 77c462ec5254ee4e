import { RegionInfo } from 'aws-cdk-lib/region-info';
import { z } from 'zod';
import {
  type CatalogueName,
  catalogues,
  everyCurrency,
} from '../functions/identity/catalogues/catalogue.ts';
import {
  type ListFile,
  officialAddresses,
} from '../functions/identity/screeners/lists/addresses.ts';
import { renewal_days_max } from '../functions/issuing/cards/model.ts';

/** The queues of, in this order, fan-out-event, deliver-webhook, inspect-document, decide-verification, reconcile-cards, redact-personal-data, compare-counters. */
export const queueNames = [
  'webhooks',
  'deliver',
  'documents',
  'identity',
  'cards',
  'redactions',
  'counters',
] as const;
export type QueueName = (typeof queueNames)[number];

/** The names of CodeDeploy's configurations for Lambda, behind `CodeDeployDefault.Lambda`. */
const canaries = [
  ...[
    'AllAtOnce',
    'Canary10Percent5Minutes',
    'Canary10Percent10Minutes',
    'Canary10Percent15Minutes',
  ],
  ...['Canary10Percent30Minutes', 'Linear10PercentEvery1Minute', 'Linear10PercentEvery2Minutes'],
  ...['Linear10PercentEvery3Minutes', 'Linear10PercentEvery10Minutes'],
] as const;

/** The most that a limit of a card may be, in minor units. */
export const daily_cap_max = 1_000_000_000_000;

/** Documentation of a setting. `expected` completes "must be". */
type Said = {
  readonly expected: string;
  readonly description: string;
  readonly absent?: string;
  /** The way to another value of a setting that cannot change once the environment is deployed. */
  readonly permanent?: string;
};

type Setting<S extends z.ZodType> = { readonly schema: S; readonly about: Said };

const setting = <S extends z.ZodType>(schema: S, about: Said): Setting<S> => ({ schema, about });

/** The same for a setting that an environment can lack; `absent` says what holds then. */
const optional = <S extends z.ZodType>(schema: S, about: Said & { readonly absent: string }) =>
  setting(schema.exactOptional(), about);

const whole = z.int().min(1);
const address = z.url();
const httpsOrOwn = z.string().regex(/^(https:|http:\/\/127\.0\.0\.1[:/])/);
const days = z.int().min(7).exactOptional();
const rateLimit = z.strictObject({ rate: whole, burst: whole }).readonly();
const rate = '{"rate": n, "burst": n} with whole numbers from 1';
const concurrency = z.int().min(2).max(1000);
const host = '[a-z0-9-]+(\\.[a-z0-9-]+)+';

/** As Secrets Manager takes names; without characters that would be a pattern in a policy. */
const secretName = z.string().regex(/^[\w/+=.@-]{1,256}$/);

/** Below a half every name is similar to some entry. */
const score = z.number().min(0.5).max(1);

/** The periods that CloudWatch Logs accepts, up to ten years. */
const logPeriods = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288,
  3653,
];

/** No copy outlives point-in-time recovery: redacted data is gone everywhere after so many days. */
const copies_days_max = 35;

const regions = RegionInfo.regions
  .filter(({ partition }) => partition === 'aws')
  .map(({ name }) => name);
const files = Object.keys(officialAddresses) as ListFile[];

/** The keys of an object that may each be absent. */
const each = <Key extends string, S extends z.ZodType>(keys: readonly Key[], schema: S) =>
  z.strictObject(
    Object.fromEntries(keys.map((key) => [key, schema.exactOptional()])) as {
      [key in Key]: z.ZodExactOptional<S>;
    },
  );

/** A list of values of which one must be given. */
const oneOf = <const V extends string>(
  values: readonly V[],
  about: Omit<Said, 'expected'> & { expected?: string },
) => setting(z.enum(values), { expected: values.join(' or '), ...about });

const yesOrNo = (about: Omit<Said, 'expected'>) =>
  setting(z.boolean(), { expected: 'true or false', ...about });

/** Everything that a deployment can choose of an environment, each setting with its check and its documentation. */
const settings = {
  account: optional(z.string().regex(/^\d{12}$/), {
    expected: 'an AWS account id of 12 digits',
    description: 'The AWS account that the environment is deployed to. Live must name one.',
    permanent: 'deploy the environment in the other account too, and register its businesses there',
    absent: 'the account of the credentials that deploy',
  }),
  region: setting(
    z.string().refine((name) => regions.includes(name)),
    {
      expected:
        'a region of the partition aws that this release of the CDK knows, such as eu-west-1; other partitions lack ' +
        'services and name hosts otherwise',
      description: 'The region that the environment is deployed to.',
      permanent: 'deploy a cell in the other region, and register its businesses there',
    },
  ),
  cell: optional(z.string().regex(/^[a-z0-9]{1,5}$/), {
    expected: 'one to five lower-case letters and digits, such as use1',
    description:
      'Part of the names that an account has once in all regions: roles, buckets and those of CloudFront. With a cell the account can have this environment in several regions.',
    permanent:
      'deploy another cell in another region, register its businesses there, and destroy the first',
    absent: 'the account has the environment in one region',
  }),
  throttle: setting(rateLimit, {
    expected: rate,
    description: 'Requests a second to the public API, and the burst above.',
  }),
  dashboardThrottle: setting(rateLimit, {
    expected: rate,
    description: 'The same for the API of the dashboard.',
  }),
  dashboardLimit: setting(rateLimit, {
    expected: rate,
    description: 'The same for the people of one business; below dashboardThrottle.',
  }),
  limits: setting(z.strictObject({ standard: rateLimit, elevated: rateLimit }).readonly(), {
    expected: '{"standard": {"rate": n, "burst": n}, "elevated": {…}} with whole numbers from 1',
    description: 'The same for one business, by its plan; below throttle.',
  }),
  publicThrottle: setting(rateLimit, {
    expected: rate,
    description: 'The same for each route that needs no key, over all its callers.',
  }),
  authorizerConcurrency: optional(whole, {
    expected: 'a whole number from 1',
    description:
      'Executions reserved for the authorizer. Lambda keeps 100 executions unreserved, so the quota of the account must be 100 higher than all reservations.',
    absent: 'none are reserved',
  }),
  reserveSweeper: yesOrNo({
    description:
      'Whether one execution is reserved for the sweeper, so that two sweeps never overlap. An account with a quota of 10 cannot reserve; overlapping sweeps do no harm.',
  }),
  queueConcurrency: setting(concurrency, {
    expected: 'a whole number from 2 to 1000',
    description: 'The most executions that one queue starts of its worker.',
  }),
  queueConcurrencyOf: optional(each(queueNames, concurrency).readonly(), {
    expected: `an object of whole numbers from 2 to 1000 by ${queueNames.join(', ')}`,
    description: 'The same for single queues.',
    absent: 'queueConcurrency holds for all',
  }),
  warmThroughput: optional(z.strictObject({ reads: whole, writes: whole }).readonly(), {
    expected: '{"reads": n, "writes": n} with whole numbers from 1',
    description:
      'Units a second that the tables of a create and its event, and their indexes, take at once. AWS charges once for each increase; DynamoDB never decreases it.',
    absent: '12 000 reads and 4 000 writes, those of a new table',
  }),
  scheduleShards: optional(z.literal([16, 32, 64]), {
    expected: '16, 32 or 64',
    description: 'The shards of the index of scheduled work. It can change at any time.',
    absent: '16',
  }),
  relayParallelism: optional(z.int().min(1).max(10), {
    expected: 'a whole number from 1 to 10',
    description:
      'How many batches of one shard of the outbox’s stream are relayed at a time. Events can then overtake each other; receivers compare sequence.',
    absent: '1',
  }),
  eventsPerSecond: optional(whole, {
    expected: 'a whole number from 1',
    description:
      'Events a second that EventBridge accepts of the account, where AWS raised the quota. It bounds the throttles.',
    absent: 'the quota of a new account in the region',
  }),
  alarmSubscribers: optional(
    z
      .array(z.union([z.string().regex(/^[^\s@]+@[^\s@]+$/), z.url({ protocol: /^https$/ })]))
      .min(1)
      .readonly(),
    {
      expected: 'a list of addresses of e-mail or https',
      description:
        'Where alarms go: e-mail addresses, and https addresses of an on-call service. Each confirms its subscription.',
      absent: 'nobody is notified; live is refused',
    },
  ),
  logRetentionDays: setting(
    z.int().refine((period) => logPeriods.includes(period)),
    {
      expected: 'a period CloudWatch knows',
      description: 'How many days each log group keeps its lines.',
    },
  ),
  retention: optional(
    z
      .strictObject({
        eventsDays: days,
        deliveriesDays: days,
        declinedAuthorizationsDays: days,
        documentsDays: days,
      })
      .readonly(),
    {
      expected:
        'an object of whole numbers from 7 by eventsDays, deliveriesDays, declinedAuthorizationsDays, documentsDays',
      description:
        'After how many days data is deleted. Items already stored keep the end that they were written with, except the bytes of documents.',
      absent:
        'events 400 days, deliveries 90; declined authorizations and documents until redaction',
    },
  ),
  trailDays: optional(whole, {
    expected: 'a whole number from 1',
    description:
      'How many days CloudTrail’s record is kept of who read documents and administered businesses. Nobody can delete it earlier.',
    absent: 'there is no such record',
  }),
  backup: optional(
    z
      .strictObject({
        copyTo: z
          .array(z.string().regex(/^arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/))
          .min(1)
          .readonly(),
        keptDays: z.int().min(1).max(copies_days_max).exactOptional(),
      })
      .readonly(),
    {
      expected:
        '{"copyTo": ["arn:aws:backup:…:backup-vault:…"], "keptDays": n} with at least one vault, and days from 1 to 35 if wanted',
      description:
        'The vaults, in other regions or accounts, that AWS Backup copies the tables to each night; keptDays is 35 if absent.',
      absent: 'point-in-time recovery in the region alone',
    },
  ),
  webAcl: optional(
    z.string().regex(/^arn:aws:wafv2:[a-z0-9-]+:\d{12}:regional\/webacl\/[\w-]+\/[a-z0-9-]+$/),
    {
      expected:
        'the arn of a regional web ACL in the partition aws, arn:aws:wafv2:…:regional/webacl/…',
      description: 'A web ACL of WAF before the public API.',
      absent: 'none',
    },
  ),
  apiDomain: optional(
    z
      .strictObject({
        name: z.string().regex(new RegExp(`^${host}$`)),
        certificate: z.string().regex(/^arn:aws:acm:[a-z0-9-]+:\d{12}:certificate\/[a-z0-9-]+$/),
      })
      .readonly(),
    {
      expected: '{"name": "api.example.com", "certificate": "arn:aws:acm:…, of the partition aws"}',
      description:
        'The host that programs call, with its certificate in the same region. The base address is then https://api.example.com/v1/.',
      absent: 'the address that API Gateway gives',
    },
  ),
  canary: optional(z.enum(canaries), {
    expected: `one of ${canaries.join(', ')}`,
    description:
      'How a new version of a function takes over its calls; an alarm rolls it back. AllAtOnce checks no alarm, for a release that repairs what an alarm reports.',
    absent: 'at once, without versions',
  }),
  clockSpeed: setting(z.number().min(1), {
    expected: 'a number from 1',
    description:
      'Divides the waits that the service schedules. Anything but 1 is refused in a deployment.',
  }),
  webhookTargets: oneOf(['public', 'loopback_too'], {
    description:
      'The hosts that webhooks may name. Anything but public is refused in a deployment.',
  }),
  cardIssuer: oneOf(['simulator', 'stripe'], {
    description: 'The issuer of cards. Cards of the simulator pay nowhere.',
  }),
  stripe: optional(
    z
      .strictObject({
        apiKeySecret: secretName,
        signingSecret: secretName,
        apiBase: address.exactOptional(),
        throttle: rateLimit.exactOptional(),
        provisionedConcurrency: whole.exactOptional(),
        reservedConcurrency: whole.exactOptional(),
      })
      .refine(
        ({ provisionedConcurrency: warm, reservedConcurrency: most }) =>
          warm === undefined || most === undefined || warm <= most,
      )
      .readonly(),
    {
      expected:
        '{"apiKeySecret": "name of a secret", "signingSecret": "name of a secret"}, with "apiBase": "https://…" and ' +
        '"throttle": {"rate": n, "burst": n}, "provisionedConcurrency": n and "reservedConcurrency": n, whole numbers from 1 and ' +
        'not more provisioned than reserved, if wanted',
      description:
        'How Stripe is reached where it issues the cards: the names of secrets with the API key and the signing secret. With provisionedConcurrency that many executions of receive-stripe stay warm (none if absent), and reservedConcurrency bounds them (50). The throttle bounds requests to the path of Stripe’s events (100 a second, bursts of 200).',
      absent: 'Stripe is not used',
    },
  ),
  cardRenewalDays: optional(z.int().min(1).max(renewal_days_max), {
    expected: `a whole number from 1 to ${renewal_days_max}`,
    description: 'How many days before a card expires its successor is ordered.',
    absent: '30',
  }),
  agreements: optional(z.enum(['required', 'optional']), {
    expected: 'required or optional',
    description:
      'Whether features require the agreements that the catalogue names, such as the terms of the issuer.',
    absent: 'required where Stripe issues the cards',
  }),
  reverifyAfterExpiry: optional(
    each(['standard', 'enhanced'], z.union([z.int().min(0), z.null()])).readonly(),
    {
      expected: '{"standard": n, "enhanced": n}, each a whole number of days from 0, or null',
      description:
        'How many days after a document has expired a verification of each level ends that uses it. It holds for documents that expire from then on.',
      absent: 'verifications do not end',
    },
  ),
  catalogue: optional(z.enum(Object.keys(catalogues) as [CatalogueName]), {
    expected: `one of ${Object.keys(catalogues).join(', ')}`,
    description: 'The catalogue of features, countries and limits.',
    absent: 'standard',
  }),
  heldFeatures: setting(z.array(z.string()).readonly(), {
    expected: 'a list of ids of features',
    description:
      'The features that customers may hold: every id of a catalogue that this environment ever had. Add ids; remove one after the day on which it was retired.',
  }),
  dailyCaps: optional(
    z
      .record(
        z.string().refine((currency) => everyCurrency.includes(currency)),
        z.int().min(1).max(daily_cap_max),
      )
      .readonly(),
    {
      expected: `an object of whole numbers from 1 to ${daily_cap_max} by currencies that cards are offered in, such as USD`,
      description:
        'The most that a card may spend in a day without higher limits, in minor units. Other caps are multiples of it.',
      absent: 'the amounts of the catalogue',
    },
  ),
  acceptSimulatedIssuer: yesOrNo({
    description: 'Whether live may use the simulated issuer, whose cards pay nowhere.',
  }),
  screening: oneOf(['none', 'simulator', 'lists', 'yente'], {
    expected: 'none, simulator, lists or yente',
    description:
      'How customers are screened: not at all, or by scenarios (simulator, rejected in a deployed live). With lists the service searches those of OFAC, the EU, the UN and the UK, with yente it calls a yente of OpenSanctions.',
  }),
  lists: optional(
    z
      .strictObject({
        addresses: each(files, z.union([httpsOrOwn, z.null()]))
          .readonly()
          .exactOptional(),
        scoreMin: score.exactOptional(),
      })
      .readonly(),
    {
      expected: `{"addresses": {…}, "scoreMin": n}: addresses of https by ${files.join(', ')}, null for a list that is left out, and a score from 0.5 to 1`,
      description:
        'For the service’s own screening: where files of lists are fetched, and the lowest score of a match.',
      absent: 'the publishers’ addresses, and the standard score',
    },
  ),
  yente: optional(
    z
      .strictObject({
        base: address.regex(/^https?:.*[^/]$/),
        dataset: z.string().regex(/^[a-z0-9_]{1,100}$/),
        tokenSecret: secretName.exactOptional(),
        scoreMin: score.exactOptional(),
      })
      .readonly(),
    {
      expected:
        '{"base": "https://…" without a slash at its end, "dataset": "default"} and "tokenSecret": "name of a secret", "scoreMin": a ' +
        'score from 0.5 to 1, if wanted',
      description:
        'The yente that is asked: its address, its data set, the name of the secret with its API key, and the lowest score of a match.',
      absent: 'yente is not used',
    },
  ),
  identityVerifier: oneOf(['review', 'aws', 'onfido', 'simulator'], {
    expected: 'review, aws, onfido or simulator',
    description:
      'The decider about identities: people in the dashboard; they with the findings of Textract and Rekognition; Onfido; or scenarios, refused in a deployed live.',
  }),
  onfido: optional(
    z
      .strictObject({
        region: z.enum(['eu', 'us', 'ca']),
        tokenSecret: secretName,
        webhookSecret: secretName,
        apiBase: address.exactOptional(),
        watchlist: z
          .enum(['watchlist_standard', 'watchlist_enhanced', 'watchlist_aml'])
          .exactOptional(),
        reservedConcurrency: whole.exactOptional(),
        throttle: rateLimit.exactOptional(),
      })
      .readonly(),
    {
      expected:
        '{"region": "eu", "tokenSecret": "name of a secret", "webhookSecret": "name of a secret"} with a region of eu, us or ca, ' +
        'and "watchlist": "watchlist_standard", "watchlist_enhanced" or "watchlist_aml", "apiBase": "https://…", ' +
        '"reservedConcurrency": n and "throttle": {"rate": n, "burst": n}, whole numbers from 1, if wanted',
      description:
        'How Onfido is reached: its region, and the names of secrets with the API token and the webhook token. A watchlist adds a report. The reservedConcurrency bounds receive-onfido (10 if absent), the throttle its path (20 a second, bursts of 40). Keep it while Onfido still has data of customers: a redaction deletes them there.',
      absent: 'Onfido is not used',
    },
  ),
  acceptAttestations: yesOrNo({
    description:
      'Whether a key with the scope verifications:attest may say that an identity was verified elsewhere. Your supervisor must permit that.',
  }),
  signIn: optional(z.strictObject({ issuer: address, clientId: z.string() }).readonly(), {
    expected: '{"issuer": "https://…", "clientId": "…"}',
    description:
      'Where people sign in to the dashboard. Set it for a sandbox in another account or region than live.',
    absent: 'by the user pool of live in this account',
  }),
  secondFactor: oneOf(['required', 'off'], {
    description: 'Whether people need more than a password. off is refused in a deployed live.',
  }),
  dashboardOrigin: optional(
    z.string().regex(new RegExp(`^(https://${host}|http://127\\.0\\.0\\.1)$`)),
    {
      expected: 'an address such as https://dashboard.example.com, without a path',
      description: 'The address of the dashboard. The sandbox takes live’s unless it has its own.',
      absent: 'live is refused',
    },
  ),
  dashboardApi: optional(z.string().regex(/^[a-z0-9]+\.execute-api\.[a-z0-9-]+\.amazonaws\.com$/), {
    expected: 'the host of an API, such as a1b2c3.execute-api.eu-west-1.amazonaws.com',
    description:
      'The host of the dashboard’s API. Set it for a sandbox in another account or region than live.',
    absent: 'the host that the environment’s own dashboard stack wrote',
  }),
  publicApi: optional(z.string().regex(new RegExp(`^https://${host}/([a-z0-9-]+/)*$`)), {
    expected: 'a base address such as https://api.example.com/v1/',
    description: 'The base address that the dashboard shows.',
    absent: 'the address that the environment’s own api stack wrote',
  }),
  product: optional(
    z
      .strictObject({
        name: z
          .string()
          .regex(/^[^<>{}\p{C}]{1,64}$/u)
          .refine((name) => name.trim() !== '')
          .exactOptional(),
        mark: z
          .string()
          .regex(/^[\w./-]+\.svg$/)
          .exactOptional(),
      })
      .readonly(),
    {
      expected:
        '{"name": "…", "mark": "path/of.svg"}: a name of 1 to 64 characters, without < > { }, and a file of the repository',
      description:
        'The name of the dashboard, of its sign-in and of its e-mails, and the SVG of its mark. Live’s; the sandbox uses them too.',
      absent: 'Financial Services, with the icon of the site',
    },
  ),
  dashboardCertificate: optional(
    z.string().regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[a-z0-9-]+$/),
    {
      expected: 'the arn of a certificate in us-east-1, in the partition aws',
      description:
        'The certificate of the dashboard’s host, in us-east-1, where CloudFront looks for it.',
      absent: 'live is refused',
    },
  ),
};

type Schemas = { readonly [name in keyof typeof settings]: (typeof settings)[name]['schema'] };

/** The settings of one environment, each checked. */
export const SettingsSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(settings).map(([name, { schema }]) => [name, schema]),
  ) as unknown as Schemas,
);

/** The settings of one environment. */
export type Settings = Readonly<z.infer<typeof SettingsSchema>>;

/** Every setting, in the order of the documentation. */
export const settingNames = Object.keys(settings) as (keyof Settings)[];

/** The documentation of a setting. */
export const aboutSetting = (name: keyof Settings): Said => settings[name].about;

/** Those that name resources with data: another value would replace the resources, or leave them behind. */
export const permanentSettings = settingNames.filter(
  (name) => aboutSetting(name).permanent !== undefined,
);

/** Requests a second, and how many at once above that. */
export type RateLimit = z.infer<typeof rateLimit>;
