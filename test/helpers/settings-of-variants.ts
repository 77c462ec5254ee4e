import { permanentSettings, type Settings } from '../../lib/settings-schema.ts';

// The settings of the variants that `synthesised.ts` makes.

/** Where the dashboard is in what `synthesisedChanged` says. */
export const dashboardOrigin = 'https://dashboard.example.com';

/** The settings of Stripe in the sandbox of `synthesisedChanged`. */
export const stripeSettings = {
  apiKeySecret: 'cards/stripe-key',
  signingSecret: 'cards/stripe-signing',
  apiBase: 'https://stripe.example.com',
  provisionedConcurrency: 2,
};

/** The settings of Onfido there. */
export const onfidoSettings = {
  region: 'eu',
  tokenSecret: 'identity/onfido-token',
  webhookSecret: 'identity/onfido-webhook',
  apiBase: 'https://onfido.example.com',
};

/** The yente that is asked there. */
export const yenteSettings = {
  base: 'https://yente.example.com',
  dataset: 'sanctions',
  tokenSecret: 'lists/yente-key',
};

/** How live's API is called in it, and what stands before it. */
export const apiDomain = {
  name: 'api.example.com',
  certificate: 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b',
};
export const webAcl = 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/api/0a1b';

/** Where the tables of its live are copied to, and for how long. */
export const backupSettings = {
  copyTo: ['arn:aws:backup:us-east-1:210987654321:backup-vault:copies'],
  keptDays: 14,
};

/** Settings that add something to a deployment, cards of another issuer, and live cards that cannot pay. */
export const changed = {
  sandbox: {
    alarmSubscribers: ['alarms@example.com'],
    queueConcurrency: 3,
    retention: { eventsDays: 30, documentsDays: 365 },
    reverifyAfterExpiry: { enhanced: 30 },
    dailyCaps: { EUR: 100_000 },
    limits: { standard: { rate: 7, burst: 8 }, elevated: { rate: 9, burst: 10 } },
    scheduleShards: 32,
    cardIssuer: 'stripe',
    stripe: stripeSettings,
    canary: 'Linear10PercentEvery1Minute',
    identityVerifier: 'onfido',
    onfido: onfidoSettings,
    screening: 'yente',
    yente: yenteSettings,
  },
  live: {
    acceptSimulatedIssuer: true,
    canary: 'AllAtOnce',
    identityVerifier: 'aws',
    queueConcurrencyOf: { deliver: 400 },
    warmThroughput: { reads: 20_000, writes: 40_000 },
    relayParallelism: 4,
    screening: 'lists',
    lists: { addresses: { uk: null } },
    account: '123456789012',
    alarmSubscribers: ['ops@example.com', 'https://on-call.example.com/hook'],
    backup: backupSettings,
    apiDomain,
    webAcl,
    product: { name: 'Ada & Co' },
    dashboardOrigin,
    dashboardCertificate: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b',
  },
};
/** Another cell. */
export const cell = { cell: 'use1b', region: 'us-east-1', canary: 'AllAtOnce', trailDays: 30 };

const rate = { rate: 11, burst: 13 };

/** Another value of each setting: a new one is added here, or the types fail. */
export const others: { readonly [name in keyof Required<Settings>]: unknown } = {
  account: '123456789012',
  region: 'us-east-1',
  cell: 'use1b',
  throttle: rate,
  dashboardThrottle: rate,
  dashboardLimit: { rate: 3, burst: 4 },
  publicThrottle: rate,
  limits: { standard: rate, elevated: rate },
  authorizerConcurrency: 7,
  reserveSweeper: true,
  queueConcurrency: 9,
  queueConcurrencyOf: { deliver: 8 },
  warmThroughput: { reads: 20_000, writes: 40_000 },
  scheduleShards: 32,
  relayParallelism: 4,
  eventsPerSecond: 5_000,
  alarmSubscribers: ['ops@example.com'],
  logRetentionDays: 60,
  retention: { eventsDays: 30 },
  trailDays: 30,
  backup: undefined,
  webAcl,
  apiDomain,
  canary: 'AllAtOnce',
  clockSpeed: 25,
  webhookTargets: 'loopback_too',
  cardIssuer: 'stripe',
  stripe: stripeSettings,
  cardRenewalDays: 20,
  agreements: 'required',
  reverifyAfterExpiry: { enhanced: 30 },
  catalogue: 'united_states',
  heldFeatures: [],
  dailyCaps: { USD: 100_000 },
  acceptSimulatedIssuer: true,
  screening: 'yente',
  lists: { addresses: { uk: null } },
  yente: yenteSettings,
  identityVerifier: 'onfido',
  onfido: onfidoSettings,
  acceptAttestations: true,
  secondFactor: 'off',
  dashboardOrigin,
  signIn: undefined,
  dashboardApi: 'a1b2c3.execute-api.eu-west-1.amazonaws.com',
  product: { name: 'Ada & Co' },
  publicApi: 'https://api.example.com/v1/',
  dashboardCertificate: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b',
};

/** The others of all settings that may change. */
export const otherwise: Partial<typeof others> = Object.fromEntries(
  Object.entries(others).filter(
    ([name, value]) =>
      !(permanentSettings as readonly string[]).includes(name) && value !== undefined,
  ),
);
