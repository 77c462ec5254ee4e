import { RegionInfo } from 'aws-cdk-lib/region-info';
import { z } from 'zod';
import {
  each,
  host,
  oneOfValues,
  optionalSetting,
  rate,
  rateLimit,
  settingOf,
  wholeNumber,
  yesOrNo,
} from './setting-forms.ts';

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

const days = z.int().min(7).exactOptional();
const concurrency = z.int().min(2).max(1000);

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

/** The account and what it bears: capacity, alarms, periods, copies and the host of the API. */
export const awsSettings = {
  account: optionalSetting(z.string().regex(/^\d{12}$/), {
    expected: 'an AWS account id of 12 digits',
    description: 'The AWS account that the environment is deployed to. Live must name one.',
    permanent: 'deploy the environment in the other account too, and register its businesses there',
    absent: 'the account of the credentials that deploy',
  }),
  region: settingOf(
    z.string().refine((name) => regions.includes(name)),
    {
      expected:
        'a region of the partition aws that this release of the CDK knows, such as eu-west-1; other partitions lack ' +
        'services and name hosts otherwise',
      description: 'The region that the environment is deployed to.',
      permanent: 'deploy a cell in the other region, and register its businesses there',
    },
  ),
  cell: optionalSetting(z.string().regex(/^[a-z0-9]{1,5}$/), {
    expected: 'one to five lower-case letters and digits, such as use1',
    description:
      'Part of the names that an account has once in all regions: roles, buckets and those of CloudFront. With a cell the account can have this environment in several regions.',
    permanent:
      'deploy another cell in another region, register its businesses there, and destroy the first',
    absent: 'the account has the environment in one region',
  }),
  throttle: settingOf(rateLimit, {
    expected: rate,
    description: 'Requests a second to the public API, and the burst above.',
  }),
  dashboardThrottle: settingOf(rateLimit, {
    expected: rate,
    description: 'The same for the API of the dashboard.',
  }),
  dashboardLimit: settingOf(rateLimit, {
    expected: rate,
    description: 'The same for the people of one business; below dashboardThrottle.',
  }),
  limits: settingOf(z.strictObject({ standard: rateLimit, elevated: rateLimit }).readonly(), {
    expected: '{"standard": {"rate": n, "burst": n}, "elevated": {…}} with whole numbers from 1',
    description: 'The same for one business, by its plan; below throttle.',
  }),
  publicThrottle: settingOf(rateLimit, {
    expected: rate,
    description: 'The same for each route that needs no key, over all its callers.',
  }),
  authorizerConcurrency: optionalSetting(wholeNumber, {
    expected: 'a whole number from 1',
    description:
      'Executions reserved for the authorizer. Lambda keeps 100 executions unreserved, so the quota of the account must be 100 higher than all reservations.',
    absent: 'none are reserved',
  }),
  reserveSweeper: yesOrNo({
    description:
      'Whether one execution is reserved for the sweeper, so that two sweeps never overlap. An account with a quota of 10 cannot reserve; overlapping sweeps do no harm.',
  }),
  queueConcurrency: settingOf(concurrency, {
    expected: 'a whole number from 2 to 1000',
    description: 'The most executions that one queue starts of its worker.',
  }),
  queueConcurrencyOf: optionalSetting(each(queueNames, concurrency).readonly(), {
    expected: `an object of whole numbers from 2 to 1000 by ${queueNames.join(', ')}`,
    description: 'The same for single queues.',
    absent: 'queueConcurrency holds for all',
  }),
  warmThroughput: optionalSetting(
    z.strictObject({ reads: wholeNumber, writes: wholeNumber }).readonly(),
    {
      expected: '{"reads": n, "writes": n} with whole numbers from 1',
      description:
        'Units a second that the tables of a create and its event, and their indexes, take at once. AWS charges once for each increase; DynamoDB never decreases it.',
      absent: '12 000 reads and 4 000 writes, those of a new table',
    },
  ),
  scheduleShards: optionalSetting(z.literal([16, 32, 64]), {
    expected: '16, 32 or 64',
    description: 'The shards of the index of scheduled work. It can change at any time.',
    absent: '16',
  }),
  relayParallelism: optionalSetting(z.int().min(1).max(10), {
    expected: 'a whole number from 1 to 10',
    description:
      'How many batches of one shard of the outbox’s stream are relayed at a time. Events can then overtake each other; receivers compare sequence.',
    absent: '1',
  }),
  eventsPerSecond: optionalSetting(wholeNumber, {
    expected: 'a whole number from 1',
    description:
      'Events a second that EventBridge accepts of the account, where AWS raised the quota. It bounds the throttles.',
    absent: 'the quota of a new account in the region',
  }),
  alarmSubscribers: optionalSetting(
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
  logRetentionDays: settingOf(
    z.int().refine((period) => logPeriods.includes(period)),
    {
      expected: 'a period CloudWatch knows',
      description: 'How many days each log group keeps its lines.',
    },
  ),
  retention: optionalSetting(
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
  trailDays: optionalSetting(wholeNumber, {
    expected: 'a whole number from 1',
    description:
      'How many days CloudTrail’s record is kept of who read documents and administered businesses. Nobody can delete it earlier.',
    absent: 'there is no such record',
  }),
  backup: optionalSetting(
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
  webAcl: optionalSetting(
    z.string().regex(/^arn:aws:wafv2:[a-z0-9-]+:\d{12}:regional\/webacl\/[\w-]+\/[a-z0-9-]+$/),
    {
      expected:
        'the arn of a regional web ACL in the partition aws, arn:aws:wafv2:…:regional/webacl/…',
      description: 'A web ACL of WAF before the public API.',
      absent: 'none',
    },
  ),
  apiDomain: optionalSetting(
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
  canary: optionalSetting(z.enum(canaries), {
    expected: `one of ${canaries.join(', ')}`,
    description:
      'How a new version of a function takes over its calls; an alarm rolls it back. AllAtOnce checks no alarm, for a release that repairs what an alarm reports.',
    absent: 'at once, without versions',
  }),
  clockSpeed: settingOf(z.number().min(1), {
    expected: 'a number from 1',
    description:
      'Divides the waits that the service schedules. Anything but 1 is refused in a deployment.',
  }),
  webhookTargets: oneOfValues(['public', 'loopback_too'], {
    description:
      'The hosts that webhooks may name. Anything but public is refused in a deployment.',
  }),
};
