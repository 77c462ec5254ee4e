import { canaries, type Environment, type EnvironmentName, environments } from './environments.ts';

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
    if (!isLocal(context) && chosen.dashboardOrigin?.startsWith('http:'))
      refuse(`settings.${chosen.name}.dashboardOrigin`, 'an address of https in a deployed environment');
    if (!isLocal(context) && chosen.stripe?.apiBase?.startsWith('http:'))
      refuse(`settings.${chosen.name}.stripe.apiBase`, 'an address of https in a deployed environment');
    if (chosen.cardIssuer === 'stripe' && !chosen.stripe) refuse(`settings.${chosen.name}.stripe`, stripeSettings);
    const held = chosen.name === 'live' ? { ...deployedAlways, ...deployedLive } : deployedAlways;
    for (const [name, deployed] of Object.entries(held)) {
      if (chosen[name as keyof Environment] !== deployed && !isLocal(context))
        refuse(`settings.${chosen.name}.${name}`, `${deployed} in a deployed environment`);
    }
    return chosen;
  });
};

/** Whether what is synthesised will run on this machine and never be deployed. */
export const isLocal = (context: CdkContext): boolean => context.local === true || context.local === 'true';

/** What these settings are wherever somebody else can reach the service. */
const deployedAlways = { clockSpeed: 1, webhookTargets: 'public' } as const satisfies Partial<Environment>;

/** What they are where identities are real, and where people sign in. */
const deployedLive = { identityVerifier: 'review', secondFactor: 'required' } as const satisfies Partial<Environment>;

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

const whole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;

const isAddress = (value: unknown): boolean => typeof value === 'string' && URL.canParse(value);

const isLimit = (value: unknown): boolean => {
  const { rate, burst, ...rest } = (value ?? {}) as Record<string, unknown>;
  return whole(rate) && whole(burst) && Object.keys(rest).length === 0;
};

/** As Secrets Manager takes names; without what would be a pattern in a policy. */
const isSecretName = (value: unknown): boolean => /^[\w/+=.@-]{1,256}$/.test(String(value ?? ''));

const stripeSettings =
  '{"apiKeySecret": "name of a secret", "signingSecret": "name of a secret"}, with "apiBase": "https://…" and ' +
  '"throttle": {"rate": n, "burst": n}, "provisionedConcurrency": n and "reservedConcurrency": n, whole numbers from 1 and ' +
  'not more provisioned than reserved, if wanted';

/** The periods CloudWatch Logs accepts, up to ten years. */
const retentions = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

/** What ends by itself, where an environment says so. */
const kept = ['eventsDays', 'deliveriesDays', 'declinedAuthorizationsDays', 'documentsDays'];

const rules: Record<keyof Changeable, { expected: string; holds: (value: unknown) => boolean }> = {
  account: { expected: 'an AWS account id of 12 digits', holds: (value) => /^\d{12}$/.test(String(value)) },
  region: {
    expected: 'an AWS region such as eu-west-1',
    holds: (value) => /^[a-z]{2}(-[a-z]+)+-\d$/.test(String(value)),
  },
  throttle: { expected: '{"rate": n, "burst": n} with whole numbers from 1', holds: isLimit },
  dashboardThrottle: { expected: '{"rate": n, "burst": n} with whole numbers from 1', holds: isLimit },
  dashboardLimit: { expected: '{"rate": n, "burst": n} with whole numbers from 1', holds: isLimit },
  limits: {
    expected: '{"standard": {"rate": n, "burst": n}, "elevated": {…}} with whole numbers from 1',
    holds: (value) => {
      const { standard, elevated, ...rest } = (value ?? {}) as Record<string, unknown>;
      return isLimit(standard) && isLimit(elevated) && Object.keys(rest).length === 0;
    },
  },
  publicThrottle: { expected: '{"rate": n, "burst": n} with whole numbers from 1', holds: isLimit },
  authorizerConcurrency: { expected: 'a whole number from 1', holds: whole },
  reserveSweeper: { expected: 'true or false', holds: (value) => typeof value === 'boolean' },
  queueConcurrency: {
    expected: 'a whole number from 2 to 1000',
    holds: (value) => whole(value) && value >= 2 && value <= 1000,
  },
  logRetentionDays: { expected: 'a period CloudWatch knows', holds: (value) => retentions.includes(Number(value)) },
  retention: {
    expected: `an object of whole numbers from 7 by ${kept.join(', ')}`,
    holds: (value) =>
      typeof value === 'object' &&
      value !== null &&
      Object.entries(value).every(([name, days]) => kept.includes(name) && whole(days) && days >= 7),
  },
  trailDays: { expected: 'a whole number from 1', holds: whole },
  webAcl: {
    expected: 'the arn of a regional web ACL',
    holds: (value) => /^arn:aws:wafv2:[a-z0-9-]+:\d{12}:regional\/webacl\/[\w-]+\/[a-z0-9-]+$/.test(String(value)),
  },
  apiDomain: {
    expected: '{"name": "api.example.com", "certificate": "the arn of a certificate"}',
    holds: (value) => {
      const { name, certificate, ...rest } = (value ?? {}) as Record<string, unknown>;
      const isHost = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(String(name));
      const isArn = /^arn:aws:acm:[a-z0-9-]+:\d{12}:certificate\/[a-z0-9-]+$/.test(String(certificate));
      return isHost && isArn && Object.keys(rest).length === 0;
    },
  },
  canary: {
    expected: `one of ${canaries.join(', ')}`,
    holds: (value) => canaries.some((one) => one === value),
  },
  clockSpeed: { expected: 'a number from 1', holds: (value) => Number.isFinite(value) && Number(value) >= 1 },
  cardIssuer: { expected: 'simulator or stripe', holds: (value) => value === 'simulator' || value === 'stripe' },
  stripe: {
    expected: stripeSettings,
    holds: (value) => {
      const { apiKeySecret, signingSecret, ...more } = (value ?? {}) as Record<string, unknown>;
      const { apiBase, provisionedConcurrency, reservedConcurrency, throttle, ...rest } = more;
      const named = isSecretName(apiKeySecret) && isSecretName(signingSecret) && Object.keys(rest).length === 0;
      const isPlace = apiBase === undefined || isAddress(apiBase);
      const counts = [provisionedConcurrency, reservedConcurrency].filter((count) => count !== undefined);
      const isBounded = counts.every(whole) && !(Number(provisionedConcurrency) > Number(reservedConcurrency));
      return named && isPlace && isBounded && (throttle === undefined || isLimit(throttle));
    },
  },
  acceptSimulatedIssuer: { expected: 'true or false', holds: (value) => typeof value === 'boolean' },
  webhookTargets: {
    expected: 'public or loopback_too',
    holds: (value) => value === 'public' || value === 'loopback_too',
  },
  signIn: {
    expected: '{"issuer": "https://…", "clientId": "…"}',
    holds: (value) => {
      const { issuer, clientId, ...rest } = (value ?? {}) as Record<string, unknown>;
      return isAddress(issuer) && typeof clientId === 'string' && Object.keys(rest).length === 0;
    },
  },
  secondFactor: { expected: 'required or off', holds: (value) => value === 'required' || value === 'off' },
  dashboardOrigin: {
    expected: 'an address such as https://dashboard.example.com, without a path',
    holds: (value) => /^(https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+|http:\/\/127\.0\.0\.1)$/.test(String(value)),
  },
  dashboardApi: {
    expected: 'the host of an API, such as a1b2c3.execute-api.eu-west-1.amazonaws.com',
    holds: (value) => /^[a-z0-9]+\.execute-api\.[a-z0-9-]+\.amazonaws\.com$/.test(String(value)),
  },
  publicApi: {
    expected: 'a base address such as https://api.example.com/v1/',
    holds: (value) => /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+\/([a-z0-9-]+\/)*$/.test(String(value)),
  },
  dashboardCertificate: {
    expected: 'the arn of a certificate in us-east-1',
    holds: (value) => /^arn:aws:acm:us-east-1:\d{12}:certificate\/[a-z0-9-]+$/.test(String(value)),
  },
  identityVerifier: {
    expected: 'review or simulator',
    holds: (value) => value === 'review' || value === 'simulator',
  },
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
  throw new Error(`The CDK context is not valid: ${where} must be ${expected}.`);
};
