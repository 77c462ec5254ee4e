import {
  authorizeRequest,
  recordRequests,
  sweepScheduledWork,
} from '../functions/app/jobs/jobs.ts';
import { queueNames } from './aws-settings.ts';
import {
  concurrencyOf,
  type Environment,
  environments,
  recording_executions,
} from './environments.ts';
import { receiversOf, receivingWorkers } from './receivers.ts';
import { valueText } from './settings-page.ts';
import { aboutSetting, settingNames } from './settings-schema.ts';

/**
 * Lambda's counts for an account and region: all executions, the unreserved ones, and this
 * environment's.
 */
export type Concurrency = {
  readonly quota: number;
  readonly unreserved: number;
  readonly ours: number;
};

/** Lambda refuses a reservation that leaves fewer than so many unreserved. */
const unreserved_min = 100;

/** The functions that may reserve executions. */
export const reserving = [
  authorizeRequest,
  sweepScheduledWork,
  recordRequests,
  ...receivingWorkers,
];

/** Executions that an environment reserves for them, warm ones included. */
export const reservedBy = (environment: Environment): number => {
  const { authorizerConcurrency = 0, reserveSweeper } = environment;
  const received = receiversOf(environment).reduce(
    (sum, { reservedConcurrency }) => sum + reservedConcurrency,
    0,
  );
  return authorizerConcurrency + (reserveSweeper ? 1 + recording_executions : 0) + received;
};

/** Why Lambda would refuse to deploy an environment into an account, in the middle of the deployment; undefined: it will not. */
export const concurrencyError = (
  environment: Environment,
  found: Concurrency,
): string | undefined => {
  const wanted = reservedBy(environment);
  const free = found.unreserved + found.ours;
  const missing = wanted + unreserved_min - free;
  if (wanted === 0 || missing <= 0) return undefined;
  return (
    `${environment.name} reserves ${wanted} executions and Lambda keeps ${unreserved_min} unreserved, but the account has ` +
    `${free} of ${found.quota} to give: ask AWS for a quota of at least ${found.quota + missing} ` +
    '(Service Quotas, Lambda, concurrent executions), or reserve less in lib/environments.ts.'
  );
};

/** Why a backlog of an environment would leave no executions to its API; undefined: it leaves some. */
export const sharedError = (
  environment: Environment,
  { unreserved, ours }: Concurrency,
): string | undefined => {
  const polled = queueNames.reduce((sum, queue) => sum + concurrencyOf(environment, queue), 0);
  const left = unreserved + ours - reservedBy(environment);
  if (polled < left) return undefined;
  return (
    `The queues of ${environment.name} may start ${polled} executions at a time, and the account has ${left} for them and all ` +
    'functions together: with a backlog callers would get 503. Ask AWS for a higher quota of concurrent executions, or lower ' +
    'queueConcurrency in lib/environments.ts. A sandbox without load can be deployed with --skip-preflight.'
  );
};

/** Where an account has an environment: the region of its bucket of documents, and whether its functions are in the region of the settings. */
export type FoundInAccount = {
  readonly bucketIn: string | undefined;
  readonly hasFunctions: boolean;
};

/** Why an environment cannot be deployed beside what the account has of it; undefined: it can. */
export const regionError = (
  { name, region, cell }: Environment,
  { bucketIn, hasFunctions }: FoundInAccount,
): string | undefined => {
  if (bucketIn === undefined && hasFunctions)
    return (
      `${region} has ${name} already, with another cell than ${cell ?? 'none'}: an account has an environment once in a ` +
      `region. Keep the first cell; for another one ${aboutSetting('cell').permanent}.`
    );
  if (bucketIn === undefined || bucketIn === region) return undefined;
  return (
    `${name} is in ${bucketIn} of this account under the same names of roles and buckets. For one in ${region} set another cell, ` +
    'use another account, or destroy the first (docs/operate/deploying.md).'
  );
};

/** The secrets that Secrets Manager has under the names of Stripe's secrets; undefined: none. */
export type StripeSecrets = {
  readonly apiKey: string | undefined;
  readonly signing: string | undefined;
  /** Whether the signing secret only stands for one that Stripe has not shown yet. */
  readonly isPlaceholder: boolean;
};

/** The errors in the secrets that an environment's cards need; no sentence has a value. */
export const secretErrors = (
  environment: Environment,
  { apiKey, signing, isPlaceholder }: StripeSecrets,
): string[] => {
  const { name, cardIssuer, stripe } = environment;
  if (cardIssuer !== 'stripe' || !stripe) return [];
  const { apiKeySecret, signingSecret } = stripe;
  const mode = name === 'live' ? 'live' : 'test';
  const missing = missingSecret(environment, 'docs/guides/stripe.md');
  return [
    apiKey === undefined && missing('its key of Stripe', apiKeySecret),
    apiKey !== undefined &&
      !new RegExp(`^[rs]k_${mode}_`).test(apiKey) &&
      `${apiKeySecret} holds no secret or restricted key of Stripe’s ${mode} mode: no card of ${name} could be ordered.`,
    signing === undefined && missing("the signing secret of Stripe's events", signingSecret),
    isPlaceholder &&
      `${signingSecret} only stands for a secret: until it holds that of the endpoint, no event of Stripe is accepted and ` +
        'authorizations are declined. Before the endpoint exists, deploy with --skip-preflight.',
  ].filter((sentence) => sentence !== false);
};

/** Why nobody of an environment could be screened: Secrets Manager lacks the API key of its yente; undefined: it is there, or not needed. */
export const screenerSecretError = (
  environment: Environment,
  key: string | undefined,
): string | undefined => {
  const { screening, yente } = environment;
  return screening === 'yente' && yente?.tokenSecret !== undefined && key === undefined
    ? missingSecret(environment, 'docs/guides/screening.md')(
        'its API key of yente',
        yente.tokenSecret,
      )
    : undefined;
};

/** The secrets that Secrets Manager has under the names of Onfido's secrets; undefined: none. */
export type OnfidoSecrets = {
  readonly token: string | undefined;
  readonly webhook: string | undefined;
};

/** The errors in the secrets that an environment's verifications need; no sentence has a value. */
export const verifierSecretErrors = (
  environment: Environment,
  { token, webhook }: OnfidoSecrets,
): string[] => {
  const { name, identityVerifier, onfido } = environment;
  if (identityVerifier !== 'onfido' || !onfido) return [];
  const missing = missingSecret(environment, 'docs/guides/onfido.md');
  const isSandbox = token?.startsWith('api_sandbox');
  return [
    token === undefined && missing('its token of Onfido', onfido.tokenSecret),
    token !== undefined &&
      isSandbox !== (name === 'sandbox') &&
      `${onfido.tokenSecret} holds a token of Onfido’s ${isSandbox ? 'sandbox' : 'live'}: nobody of ${name} could be verified.`,
    webhook === undefined && missing('the token of Onfido’s webhook', onfido.webhookSecret),
  ].filter((sentence) => sentence !== false);
};

const missingSecret =
  ({ name, region }: Environment, page: string) =>
  (what: string, secret: string): string =>
    `${name} takes ${what} from the secret ${secret} of Secrets Manager in ${region}, where there is none: see ${page}.`;

/** The answers of an account about an environment before it is deployed. */
export type AccountAnswers = {
  /** The account of the credentials. */
  readonly account: string | undefined;
  readonly isBootstrapped: boolean;
  readonly place: FoundInAccount;
  readonly concurrency: Concurrency;
  readonly secrets: StripeSecrets & OnfidoSecrets & { readonly screenerKey: string | undefined };
};

/** One box: ✓ where there is no error. */
export type Box = { readonly name: string; readonly errors: readonly string[] };

/** The twelve conditions of a deployment, in the order in which a new deployment meets them. */
export const boxesOf = (environment: Environment, found: AccountAnswers): readonly Box[] => [
  ...settingBoxesOf(environment),
  ...accountBoxesOf(environment, found),
];

const box = (name: string, ...errors: readonly (string | false | undefined)[]): Box => ({
  name,
  errors: errors.filter((error) => typeof error === 'string'),
});

/** The conditions that an account answers. */
export const accountBoxesOf = (
  environment: Environment,
  { account, isBootstrapped, place, concurrency, secrets }: AccountAnswers,
): readonly Box[] => [
  box('the credentials are of that account', accountError(environment, account)),
  box('the account has CDK’s bootstrap', !isBootstrapped && bootstrapError(environment, account)),
  box('the names are free in the account and region', regionError(environment, place)),
  box('Lambda has the executions to reserve', concurrencyError(environment, concurrency)),
  box('a backlog leaves executions to callers', sharedError(environment, concurrency)),
  box('the secrets of Stripe', ...secretErrors(environment, secrets)),
  box('the secrets of Onfido', ...verifierSecretErrors(environment, secrets)),
  box('the API key of yente', screenerSecretError(environment, secrets.screenerKey)),
];

/** The conditions that need no account: settings without which synthesis refuses live too. */
export const settingBoxesOf = (environment: Environment): readonly Box[] => {
  const { name, account, alarmSubscribers, dashboardOrigin, dashboardCertificate } = environment;
  const { cardIssuer, acceptSimulatedIssuer } = environment;
  const needed = (isThere: boolean, sentence: string) =>
    name === 'live' && !isThere && `${sentence} See docs/operate/settings.md.`;
  const hasAddress = dashboardOrigin !== undefined && dashboardCertificate !== undefined;
  const canPay = cardIssuer !== 'simulator' || acceptSimulatedIssuer;
  return [
    box(
      'the settings name the account',
      needed(account !== undefined, 'Set account of live, such as "123456789012".'),
    ),
    box(
      'alarms reach somebody',
      needed(
        alarmSubscribers !== undefined,
        'Set alarmSubscribers of live, such as ["on-call@example.com"].',
      ),
    ),
    box(
      'the dashboard has an address',
      needed(
        hasAddress,
        'Set dashboardOrigin of live, such as "https://dashboard.example.com", and dashboardCertificate to its certificate.',
      ),
    ),
    box(
      'cards can pay',
      needed(
        canPay,
        'Set cardIssuer of live to stripe. If cards need not pay, set acceptSimulatedIssuer to true.',
      ),
    ),
  ];
};

const accountError = ({ account }: Environment, found: string | undefined): string | undefined =>
  account === undefined || found === account
    ? undefined
    : `The credentials are of ${found ?? 'no account'}, and the settings name ${account}.`;

const bootstrapError = ({ region, account }: Environment, found: string | undefined): string =>
  `Run \`npx cdk bootstrap aws://${account ?? found}/${region}\`.`;

/** The settings that differ from the defaults, a line each, so that a person sees what is about to be deployed. */
export const settingsText = (environment: Environment): string => {
  const defaults = environments[environment.name];
  const isDefault = (name: (typeof settingNames)[number]) =>
    JSON.stringify(environment[name]) === JSON.stringify(defaults[name]);
  const chosen = settingNames.filter((name) => !isDefault(name));
  const rest = settingNames.length - chosen.length;
  const value = (name: (typeof settingNames)[number]) =>
    environment[name] === undefined ? 'absent' : valueText(environment[name]);
  return [
    ...chosen.map((name) => `  ${name}: ${value(name)}`),
    `  ${rest} settings as in lib/environments.ts: \`npm run ops -- settings ${environment.name}\` prints all.`,
  ].join('\n');
};

/** The boxes, each with ✓ or ✗, and below it what to do. */
export const boxesText = (boxes: readonly Box[]): string =>
  boxes
    .flatMap(({ name, errors }) => [
      `${errors.length === 0 ? '✓' : '✗'} ${name}`,
      ...errors.map((one) => `    ${one}`),
    ])
    .join('\n');
