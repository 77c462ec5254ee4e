import type { CatalogueName } from '../functions/catalogue.ts';
import { errorPages } from '../functions/errors.ts';
import type { EnvironmentName } from '../functions/resource.ts';
import type { ListFile } from '../functions/screeners/lists/addresses.ts';

/** What differs between environments, and every physical name. No resource, no process.env. */

/** Begins every physical name. */
export const service = 'financial-services';

export type { EnvironmentName };

/** Requests a second, and how many at once above that. */
export type RateLimit = { readonly rate: number; readonly burst: number };

/** What CodeDeploy calls its configurations for Lambda, behind `CodeDeployDefault.Lambda`. */
export const canaries = [
  ...['AllAtOnce', 'Canary10Percent5Minutes', 'Canary10Percent10Minutes', 'Canary10Percent15Minutes'],
  ...['Canary10Percent30Minutes', 'Linear10PercentEvery1Minute', 'Linear10PercentEvery2Minutes'],
  ...['Linear10PercentEvery3Minutes', 'Linear10PercentEvery10Minutes'],
] as const;

/** Each splits the shards of the one before into two. */
export const shardCounts = [16, 32, 64] as const;

export type Environment = {
  readonly name: EnvironmentName;
  /** AWS account id; absent: the account of the credentials that deploy, which live does not accept. */
  readonly account?: string;
  readonly region: string;
  /**
   * One to five letters and digits in the names that an account has once, of roles, buckets and what CloudFront has, so that it can
   * have this environment once in each of several regions; absent: in one region. It cannot change later.
   */
  readonly cell?: string;
  /** Live data survives mistakes: deletion protection, retained on stack deletion. */
  readonly protectData: boolean;
  /** Requests a second over the whole stage, and the burst above it. */
  readonly throttle: RateLimit;
  /** The same of the dashboard's API: people, who are few. */
  readonly dashboardThrottle: RateLimit;
  /** The same for the people of each business, with those of its shard; below the stage's. */
  readonly dashboardLimit: RateLimit;
  /** The same for each business, by the plan that it is in; below the stage's, or one business could take it all. */
  readonly limits: { readonly standard: RateLimit; readonly elevated: RateLimit };
  /** The same for each route that needs no key, over all its callers. */
  readonly publicThrottle: RateLimit;
  /**
   * Concurrent executions kept for the authorizer, so that nothing else in the account can starve it.
   * Lambda refuses it where fewer than 100 would stay unreserved: an account's quota must be 100 higher than all that
   * is reserved. Absent: none.
   */
  readonly authorizerConcurrency?: number;
  /**
   * Whether one execution is kept for the sweeper, so that it is never two at once, nor displaced by others. A new account has
   * a quota of 10 and cannot reserve; without it overlapping sweeps only do work twice, since what they claim they
   * claim conditionally.
   */
  readonly reserveSweeper: boolean;
  /**
   * The most executions that one queue starts of its worker, 2 to 1000: deliveries must not take the account's
   * concurrency from the API.
   */
  readonly queueConcurrency: number;
  /** The same for single queues, where it is another. */
  readonly queueConcurrencyOf?: { readonly [queue in QueueName]?: number };
  /**
   * Over how many shards each table spreads the index of its scheduled work, 16, 32 or 64; absent: 16. It can change at any time: each
   * hour a sweep walks all 64.
   */
  readonly scheduleShards?: (typeof shardCounts)[number];
  /**
   * Units a second that the tables of a create and its event, and each of their indexes, take at once; absent: what a new table of
   * DynamoDB takes, 12 000 reads and 4 000 writes. AWS charges once for each rise. It never sinks: DynamoDB keeps it.
   */
  readonly warmThroughput?: { readonly reads: number; readonly writes: number };
  /**
   * How many batches of one shard of the outbox's stream are relayed at a time, 1 to 10; absent: 1. Events of one shard then pass each
   * other, which EventBridge and the queues let them do anyway: receivers order by `sequence`.
   */
  readonly relayParallelism?: number;
  /**
   * Events a second that EventBridge takes of this account and passes on, where AWS has raised its quotas; absent: what a new
   * account has in the region. More requests than that are not let in by the throttles.
   */
  readonly eventsPerSecond?: number;
  /**
   * Who gets the alarms: addresses of e-mail, and of https where a service on call has one. Each must confirm its subscription.
   * Live is not deployed without one.
   */
  readonly alarmSubscribers?: readonly string[];
  /** How long every log group keeps its lines; one of the periods CloudWatch knows. */
  readonly logRetentionDays: number;
  /**
   * After how many days what is kept ends by itself, at least 7: events (absent: 400), deliveries with their attempts and
   * recoveries (absent: 90), authorizations that were declined and the bytes of documents (absent: they stay until their
   * customer is redacted). What is there already keeps the end that it was written with, but for bytes.
   */
  readonly retention?: {
    readonly eventsDays?: number;
    readonly deliveriesDays?: number;
    readonly declinedAuthorizationsDays?: number;
    readonly documentsDays?: number;
  };
  /**
   * For how many days CloudTrail's record of who touched documents and who administered businesses is kept, of which nobody can
   * take anything before; absent: there is none.
   */
  readonly trailDays?: number;
  /**
   * Where AWS Backup copies the tables each night: the arns of vaults in other regions or accounts, and for how many days a copy
   * stays there, 1 to 35; absent: 35. Without it the tables have point-in-time recovery in their region alone.
   */
  readonly backup?: { readonly copyTo: readonly string[]; readonly keptDays?: number };
  /** The arn of a web ACL of WAF, of this region, that stands before the public API; absent: none. */
  readonly webAcl?: string;
  /**
   * The host by which programs call, such as api.example.com, and the arn of its certificate, of this region: the base address
   * is then https://api.example.com/v1/, and API Gateway's own no longer answers.
   */
  readonly apiDomain?: { readonly name: string; readonly certificate: string };
  /**
   * How a new version of a function takes over its calls, by the name that CodeDeploy has for it, and back again where an alarm
   * rings meanwhile. `AllAtOnce` asks no alarm, for the repair of what rings one. Absent: at once, without versions.
   */
  readonly canary?: (typeof canaries)[number];
  /** Divides the waits that the service schedules; anything but 1 is for a laptop and is refused in a deployment. */
  readonly clockSpeed: number;
  /** Whom webhooks may point at; anything but public hosts is for a laptop and is refused in a deployment. */
  readonly webhookTargets: 'public' | 'loopback_too';
  /** Who issues cards. The simulator makes numbers that no merchant takes. */
  readonly cardIssuer: 'simulator' | 'stripe';
  /**
   * What Stripe is reached with, where it issues the cards: the names of secrets in Secrets Manager that hold the API key
   * and what its events are signed with, and its address, where that is not the public one.
   */
  readonly stripe?: {
    readonly apiKeySecret: string;
    readonly signingSecret: string;
    readonly apiBase?: string;
    /** Executions of `receive-stripe` that are kept warm, so that no authorization waits for a start; absent: none. */
    readonly provisionedConcurrency?: number;
    /** Executions of `receive-stripe` at a time, reserved for it; absent: 50. Callers without a key can take no others. */
    readonly reservedConcurrency?: number;
    /** Requests a second to the path of Stripe's events; absent: 100, with bursts of 200. */
    readonly throttle?: RateLimit;
  };
  /** How many days before a card expires the next one is ordered, 1 to 90; absent: 30. */
  readonly cardRenewalDays?: number;
  /**
   * Whether features require the agreements that the catalogue names, such as the terms of a card's issuer; absent: where
   * Stripe issues the cards.
   */
  readonly agreements?: 'required' | 'optional';
  /**
   * How many days after a document of a customer has expired a verification of each level that rests on it ends; null or
   * absent: it does not. It applies to documents that expire from then on.
   */
  readonly reverifyAfterExpiry?: { readonly standard?: number | null; readonly enhanced?: number | null };
  /** What is offered to whom and up to which amounts, by its name in functions/catalogue.ts; absent: `standard`. */
  readonly catalogue?: CatalogueName;
  /**
   * The features that customers may have: every id that the catalogue of this environment had when it was deployed. Ids are only
   * added; one leaves when the day is over on which it was retired. A deployment lacks none of them.
   */
  readonly heldFeatures: readonly string[];
  /**
   * The most that a card may spend in a day without higher limits, by its currency in minor units; other caps are multiples of
   * it. Of currencies that are absent, and where it is: the amounts of the catalogue.
   */
  readonly dailyCaps?: Readonly<Record<string, number>>;
  /** Whether cards that nobody can pay with are accepted in live; without it the simulator is refused there. */
  readonly acceptSimulatedIssuer: boolean;
  /**
   * Who decides over identities: operators in the dashboard; they with what Textract and Rekognition find (`aws`); Onfido; or
   * scenarios, which are refused in a deployed live.
   */
  readonly identityVerifier: 'review' | 'aws' | 'onfido' | 'simulator';
  /**
   * What Onfido is reached with: its region, the names of secrets in Secrets Manager that hold the API token and the token of
   * its webhook, and its address, where that is not the public one. It stays while anybody is still known there, also
   * under another verifier: a redaction removes them.
   */
  readonly onfido?: {
    readonly region: 'eu' | 'us' | 'ca';
    readonly tokenSecret: string;
    readonly webhookSecret: string;
    readonly apiBase?: string;
    /** The report by which each person is compared with lists as well; absent: none. */
    readonly watchlist?: 'watchlist_standard' | 'watchlist_enhanced' | 'watchlist_aml';
    /** Executions of `receive-onfido` at a time, reserved for it; absent: 10. Callers without a key can take no others. */
    readonly reservedConcurrency?: number;
    /** Requests a second to the path of Onfido's events; absent: 20, with bursts of 40. */
    readonly throttle?: RateLimit;
  };
  /**
   * Whether a key with the scope `verifications:attest` may say that an identity was verified elsewhere. Who accepts that
   * relies on somebody else's check, which its supervisor must permit.
   */
  readonly acceptAttestations: boolean;
  /**
   * Who looks for customers on lists of sanctions: nobody; the service itself, on the lists of OFAC, the EU, the UN and the UK
   * (`lists`); a yente of OpenSanctions; or scenarios, which are refused in a deployed live.
   */
  readonly screening: 'none' | 'simulator' | 'lists' | 'yente';
  /**
   * Of the service's own search: where files of lists are fetched, if not from their publishers, null for a list that is left
   * out; and from which score on an entry is a match.
   */
  readonly lists?: {
    readonly addresses?: { readonly [file in ListFile]?: string | null };
    readonly scoreMin?: number;
  };
  /**
   * The yente that is asked: its address, its data set, the name of the secret in Secrets Manager with its API key, where it wants
   * one, and from which score on an entry is a match.
   */
  readonly yente?: {
    readonly base: string;
    readonly dataset: string;
    readonly tokenSecret?: string;
    readonly scoreMin?: number;
  };
  /**
   * Where the people of the dashboard sign in; absent: by the user pool of live's own stack in this account, which serves
   * both environments. To be set where sandbox and live are different accounts.
   */
  readonly signIn?: { readonly issuer: string; readonly clientId: string };
  /** Whether the people of the dashboard need more than a password; `off` is for a laptop and is refused in a deployed live. */
  readonly secondFactor: 'required' | 'off';
  /**
   * Where the dashboard is, such as https://dashboard.example.com: live has it, without which it is not deployed, and
   * sandbox the same unless it has its own.
   */
  readonly dashboardOrigin?: string;
  /**
   * The host of its dashboard API; absent: what its own dashboard stack wrote in this account and region. To be set for
   * sandbox where that is another one than live's.
   */
  readonly dashboardApi?: string;
  /**
   * The base address that programs call, such as https://api.example.com/v1/, which the dashboard shows; absent: what its
   * own api stack wrote, or none where `dashboardApi` says that the environment is elsewhere.
   */
  readonly publicApi?: string;
  /**
   * What the dashboard, its sign-in and its e-mails are called (absent: Financial Services), and the path in this repository of
   * the SVG that is their mark (absent: the icon of the site). Live's; sandbox has none of its own.
   */
  readonly product?: { readonly name?: string; readonly mark?: string };
  /** The arn of a certificate for the dashboard’s name, in us-east-1, where CloudFront looks for it. */
  readonly dashboardCertificate?: string;
};

/** What both begin with. */
const common = {
  heldFeatures: ['virtual_cards', 'physical_cards', 'foreign_currency_cards', 'higher_limits'],
  region: 'eu-west-1',
  throttle: { rate: 200, burst: 400 },
  dashboardThrottle: { rate: 100, burst: 200 },
  dashboardLimit: { rate: 25, burst: 100 },
  limits: { standard: { rate: 50, burst: 100 }, elevated: { rate: 100, burst: 200 } },
  publicThrottle: { rate: 5, burst: 20 },
  clockSpeed: 1,
  webhookTargets: 'public',
  cardIssuer: 'simulator',
  acceptSimulatedIssuer: false,
  secondFactor: 'required',
} as const satisfies Partial<Environment>;

export const environments: Record<EnvironmentName, Environment> = {
  sandbox: {
    ...common,
    name: 'sandbox',
    protectData: false,
    reserveSweeper: false,
    queueConcurrency: 5,
    logRetentionDays: 30,
    identityVerifier: 'simulator',
    acceptAttestations: true,
    screening: 'simulator',
  },
  live: {
    ...common,
    name: 'live',
    protectData: true,
    authorizerConcurrency: 100,
    reserveSweeper: true,
    queueConcurrency: 20,
    // What PCI DSS 10.5.1 asks for of who did what with cards.
    logRetentionDays: 365,
    trailDays: 365,
    canary: 'Canary10Percent5Minutes',
    identityVerifier: 'review',
    acceptAttestations: false,
    screening: 'none',
  },
};

/**
 * Executions of `record-requests`, reserved for it where the sweeper has its own, and no more: a burst of lines takes none from
 * the API, and waits.
 */
export const recording_executions = 5;

/** Whether the features of an environment require agreements. */
export const requiresAgreements = ({ agreements, cardIssuer }: Environment): boolean =>
  (agreements ?? (cardIssuer === 'stripe' ? 'required' : 'optional')) === 'required';

/** Whether names are compared with lists by their letters: those of some scripts then need a spelling in Latin ones. */
export const comparesByLetters = ({ screening }: Environment): boolean =>
  screening === 'lists' || screening === 'simulator';

/** The stage of every REST API, a literal wherever it is needed: a reference from another stack to the stage would be an export. */
export const stageName = 'v1';

/** Where the pages of errors are: at the API's own name, or relative to the host that the caller used. */
export const errorPagesOf = ({ apiDomain }: Pick<Environment, 'apiDomain'>): string =>
  apiDomain ? `https://${apiDomain.name}${errorPages}` : errorPages;

/** `{service}-{environment}-{what}`: the name of a table, function, queue or topic. */
export const physicalName = (environment: EnvironmentName, what: string): string => `${service}-${environment}-${what}`;

/** An environment, as the names say it that an account has once in all regions. */
export type Placed = Pick<Environment, 'name' | 'cell'>;

/** `physicalName` of what is not of one region: with the cell behind the environment. */
export const globalName = ({ name, cell }: Placed, what: string): string =>
  physicalName(name, cell ? `${cell}-${what}` : what);

/** The name of a route's or worker's function: `cards.freeze` is `{service}-{environment}-cards-freeze`. */
export const functionName = (environment: EnvironmentName, id: string): string =>
  physicalName(environment, id.replaceAll('.', '-'));

/** The alias that everything calls a function by where versions take over by a canary. */
export const currentAlias = 'current';

/** What calls of a function name: the function, or the alias of its version in an environment with a canary. */
export const calledName = ({ name, canary }: Pick<Environment, 'name' | 'canary'>, id: string): string =>
  canary ? `${functionName(name, id)}:${currentAlias}` : functionName(name, id);

/** CodeDeploy's application of an environment; the deployment group of a function has the function's name. */
export const deploymentApplication = (environment: EnvironmentName): string => physicalName(environment, 'functions');

/** The name of a function's role: made before the function, in another stack, and known there by it. IAM takes 64 characters. */
export const roleName = (environment: Placed, id: string): string =>
  globalName(environment, `${id.replaceAll('.', '-')}${environment.cell ? '' : '-role'}`);

/** The name of a function's log group, where Lambda itself would look for it. */
export const logGroupName = (environment: EnvironmentName, id: string): string =>
  `/aws/lambda/${functionName(environment, id)}`;

/** What a key besides the one of tables and documents is for, of which each has one purpose. */
export type KeyPurpose = 'tax-ids' | 'webhooks' | 'fingerprints' | 'issuer' | 'cursors' | 'backups';

/** The alias of the key of a purpose; without one, of the key that encrypts every table and the bucket of documents. */
export const keyAlias = (environment: EnvironmentName, purpose?: KeyPurpose): string =>
  ['alias/', service, `-${environment}`, purpose && `-${purpose}`].join('');

/** The bus of events; its rules lead to one queue for each consumer. */
export const busName = (environment: EnvironmentName): string => `${service}-${environment}`;

/** The queues of, in this order, fan-out-event, deliver-webhook, inspect-document, decide-verification, reconcile-cards, redact-personal-data. */
export const queueNames = ['webhooks', 'deliver', 'documents', 'identity', 'cards', 'redactions'] as const;
export type QueueName = (typeof queueNames)[number];

/** The most executions that a queue starts of its worker. */
export const concurrencyOf = ({ queueConcurrency, queueConcurrencyOf }: Environment, queue: QueueName): number =>
  queueConcurrencyOf?.[queue] ?? queueConcurrency;

/** The physical name of a queue. */
export const queueName = (environment: EnvironmentName, queue: QueueName): string => physicalName(environment, queue);

/** Where the bytes of documents are. Names of buckets are shared by all accounts of the world, so it ends in ours. */
export const documentBucket = (environment: Placed, account: string): string =>
  `${globalName(environment, 'documents')}-${account}`;

/** Where lists of sanctions are kept. */
export const listBucket = (environment: Placed, account: string): string =>
  `${globalName(environment, 'lists')}-${account}`;

/** Where CloudTrail's records are. */
export const trailBucket = (environment: Placed, account: string): string =>
  `${globalName(environment, 'trail')}-${account}`;

/** Where the files of the dashboard's site are, which stands in live. */
export const siteBucket = (live: Placed, account: string): string => `${globalName(live, 'site')}-${account}`;

/** The tables with a stream. */
export type StreamedTable = 'outbox' | 'resources' | 'deliveries';

/** Where the data stack writes the arn of a table's stream, which follows from no name. */
export const streamParameter = (environment: EnvironmentName, table: StreamedTable): string =>
  `/${service}/${environment}/${table}-stream`;

/** Where the dashboard is; an environment that is refused for want of an address has one that leads nowhere. */
export const dashboardOrigin = (environment: Environment): string =>
  environment.dashboardOrigin ?? 'https://dashboard.invalid';

/**
 * Where live's sign-in stack writes what the dashboards of both environments know their people by: the issuer of their
 * tokens, the client that the tokens of each environment are for, the pool itself, and the address of the pages where they
 * sign in.
 */
export const signInParameter = (what: 'issuer' | `${EnvironmentName}-client-id` | 'pool-id' | 'domain'): string =>
  `/${service}/sign-in/${what}`;

/** Where the api stack writes the base address that programs call. */
export const apiParameter = (environment: EnvironmentName): string => `/${service}/${environment}/api`;

/** Where the dashboard stack writes the host of its REST API, whose stage is `v1`. */
export const dashboardApiParameter = (environment: EnvironmentName): string =>
  `/${service}/${environment}/dashboard-api`;
