import { errorPages } from '../functions/core/errors.ts';
import type { EnvironmentName } from '../functions/core/resource.ts';
import type { QueueName } from './aws-settings.ts';
import type { Settings } from './settings-schema.ts';

/** The differences between environments, and every physical name. No resource, no process.env. */

/** Begins every physical name. */
export const service = 'financial-services';

export type { EnvironmentName };

/** One environment of a deployment: its settings, and its name. */
export type Environment = Settings & {
  readonly name: EnvironmentName;
  /** Live data survives mistakes: deletion protection, retained on stack deletion. */
  readonly protectData: boolean;
};

/** The settings that both environments start from. */
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
    // PCI DSS 10.5.1 asks for a year of records of who did what with cards.
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
export const physicalName = (environment: EnvironmentName, what: string): string =>
  `${service}-${environment}-${what}`;

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

/**
 * The ARN that callers name: the function, or the alias of its version in an environment with a
 * canary.
 */
export const calledName = (
  { name, canary }: Pick<Environment, 'name' | 'canary'>,
  id: string,
): string => (canary ? `${functionName(name, id)}:${currentAlias}` : functionName(name, id));

/** CodeDeploy's application of an environment; the deployment group of a function has the function's name. */
export const deploymentApplication = (environment: EnvironmentName): string =>
  physicalName(environment, 'functions');

/** The name of a function's role: made before the function, in another stack, and known there by it. IAM takes 64 characters. */
export const roleName = (environment: Placed, id: string): string =>
  globalName(environment, `${id.replaceAll('.', '-')}${environment.cell ? '' : '-role'}`);

/** The name of a function's log group, where Lambda itself would look for it. */
export const logGroupName = (environment: EnvironmentName, id: string): string =>
  `/aws/lambda/${functionName(environment, id)}`;

/** The purpose of a key besides the one of tables and documents; each key has one purpose. */
export type KeyPurpose = 'tax-ids' | 'webhooks' | 'fingerprints' | 'issuer' | 'cursors' | 'backups';

/** The alias of the key of a purpose; without one, of the key that encrypts every table and the bucket of documents. */
export const keyAlias = (environment: EnvironmentName, purpose?: KeyPurpose): string =>
  ['alias/', service, `-${environment}`, purpose && `-${purpose}`].join('');

/** The bus of events; its rules lead to one queue for each consumer. */
export const busName = (environment: EnvironmentName): string => `${service}-${environment}`;

/** The most executions that a queue starts of its worker. */
export const concurrencyOf = (
  { queueConcurrency, queueConcurrencyOf }: Environment,
  queue: QueueName,
): number => queueConcurrencyOf?.[queue] ?? queueConcurrency;

/** The physical name of a queue. */
export const queueName = (environment: EnvironmentName, queue: QueueName): string =>
  physicalName(environment, queue);

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
export const siteBucket = (live: Placed, account: string): string =>
  `${globalName(live, 'site')}-${account}`;

/** The tables with a stream. */
export type StreamedTable = 'outbox' | 'resources' | 'deliveries';

/** Where the data stack writes the arn of a table's stream, which follows from no name. */
export const streamParameter = (environment: EnvironmentName, table: StreamedTable): string =>
  `/${service}/${environment}/${table}-stream`;

/** Where the dashboard is; an environment that is refused for want of an address has one that leads nowhere. */
export const dashboardOrigin = (environment: Environment): string =>
  environment.dashboardOrigin ?? 'https://dashboard.invalid';

/**
 * The parameter in which live's sign-in stack writes how the dashboards of both environments know
 * their people. It has the tokens' issuer, the client of each environment's tokens, the pool, and
 * the address of the sign-in pages.
 */
export const signInParameter = (
  what: 'issuer' | `${EnvironmentName}-client-id` | 'pool-id' | 'domain',
): string => `/${service}/sign-in/${what}`;

/** Where the api stack writes the base address that programs call. */
export const apiParameter = (environment: EnvironmentName): string =>
  `/${service}/${environment}/api`;

/** Where the dashboard stack writes the host of its REST API, whose stage is `v1`. */
export const dashboardApiParameter = (environment: EnvironmentName): string =>
  `/${service}/${environment}/dashboard-api`;
