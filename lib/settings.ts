import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressesWith } from '../functions/identity/screeners/lists/addresses.ts';
import { environmentCatalogueErrors } from './catalogue-errors.ts';
import { type Environment, type EnvironmentName, environments } from './environments.ts';
import { nearWord } from './near-word.ts';
import { eventsPerSecond } from './quotas.ts';
import { aboutSetting, type Settings, SettingsSchema, settingNames } from './settings-schema.ts';

/** CDK context values as they come: text from the command line, JSON from cdk.json or CDK_CONTEXT_JSON. */
export type CdkContext = {
  readonly environments?: unknown;
  readonly settings?: unknown;
  readonly local?: unknown;
};

/**
 * The environments of this synthesis: environments.ts with the files of the context's folder `environments` laid over it,
 * `sandbox.json` and `live.json`, and over these the context's `settings`, as `{"sandbox": {"clockSpeed": 10}}`. Throws one
 * sentence that names what is wrong; what only a laptop may have is accepted only with the context `local`.
 */
export const chosenEnvironments = (context: CdkContext): readonly Environment[] => {
  const files = filesIn(context.environments);
  const given = record('settings', parsed(context.settings));
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(environments, name))
      refuse(`settings.${name}`, `one of ${Object.keys(environments).join(', ')}`);
  }
  const names = Object.keys(environments) as EnvironmentName[];
  const changes = Object.fromEntries(
    names.map((name) => [
      name,
      { ...files[name], ...record(`settings.${name}`, given[name] ?? {}) },
    ]),
  );
  const site =
    checked('live', changes.live ?? {}).dashboardOrigin ?? environments.live.dashboardOrigin;
  return Object.values(environments).map((environment) => {
    const own = { ...environment, ...checked(environment.name, changes[environment.name] ?? {}) };
    // One site serves both.
    const chosen = { ...(site !== undefined && { dashboardOrigin: site }), ...own };
    const { name, protectData: _, ...settings } = chosen;
    checked(name, settings);
    checkPlaces(chosen);
    if (name === 'sandbox' && chosen.product)
      refuse(
        `settings.${name}.product`,
        'absent: one site and one sign-in serve both, those of live',
      );
    if (chosen.cardIssuer === 'stripe' && !chosen.stripe)
      refuse(`settings.${name}.stripe`, aboutSetting('stripe').expected);
    if (chosen.identityVerifier === 'onfido' && !chosen.onfido)
      refuse(`settings.${name}.onfido`, aboutSetting('onfido').expected);
    if (chosen.screening === 'yente' && !chosen.yente)
      refuse(`settings.${name}.yente`, aboutSetting('yente').expected);
    if (Object.keys(addressesWith(chosen.lists?.addresses)).length === 0)
      refuse(
        `settings.${name}.lists.addresses`,
        'such that one list is left, or screening is none',
      );
    const [error] = environmentCatalogueErrors(chosen, !isLocal(context));
    if (error)
      throw new Error(
        `The catalogue ${chosen.catalogue ?? 'standard'} is not valid for ${chosen.name}: ${error}.`,
      );
    if (!isLocal(context)) checkDeployed(chosen);
    else if (chosen.backup)
      refuse(`settings.${name}.backup`, 'absent on this machine, which has no AWS Backup');
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
      refuse(
        `settings.${name}.lists.addresses.${file}`,
        'an address of https in a deployed environment',
      );
  if (dashboardOrigin?.startsWith('http:'))
    refuse(`settings.${name}.dashboardOrigin`, 'an address of https in a deployed environment');
  for (const [provider, settings] of Object.entries({ stripe, onfido }))
    if (settings?.apiBase?.startsWith('http:'))
      refuse(
        `settings.${name}.${provider}.apiBase`,
        'an address of https in a deployed environment',
      );
  if (yente?.base.startsWith('http:'))
    refuse(`settings.${name}.yente.base`, 'an address of https in a deployed environment');
  if (name === 'live' && identityVerifier === 'simulator')
    refuse(`settings.${name}.identityVerifier`, 'review, aws or onfido in a deployed environment');
  if (identityVerifier === 'aws' && !pictureRegions.includes(region))
    refuse(
      `settings.${name}.identityVerifier`,
      `review in ${region}, which lacks Textract or Rekognition`,
    );
  for (const [setting, deployed] of Object.entries({
    ...deployedAlways,
    ...(name === 'live' && deployedLive),
  }))
    if (environment[setting as keyof Environment] !== deployed)
      refuse(`settings.${name}.${setting}`, `${deployed} in a deployed environment`);
};

/** Throws for throttles that let in more requests than EventBridge passes events on: every change makes one. */
const checkEvents = ({
  name,
  region,
  throttle,
  dashboardThrottle,
  ...environment
}: Environment): void => {
  const events = environment.eventsPerSecond ?? eventsPerSecond(region);
  if (throttle.rate + dashboardThrottle.rate > events)
    refuse(
      `settings.${name}.throttle`,
      `with dashboardThrottle at most ${events} requests a second, what EventBridge of ${region} takes of a new account; set ` +
        'eventsPerSecond where AWS has raised its quotas',
    );
};

/** Throws for an arn of another region or account, which CloudFormation would refuse in the middle of a deployment. */
const checkPlaces = ({
  name,
  region,
  account,
  webAcl,
  apiDomain,
  dashboardCertificate,
  backup,
}: Environment): void => {
  const regional = { webAcl, 'apiDomain.certificate': apiDomain?.certificate };
  for (const arn of backup?.copyTo ?? []) {
    const [, , , itsRegion, itsAccount] = arn.split(':');
    if (itsRegion === region && itsAccount === account)
      refuse(
        `settings.${name}.backup.copyTo`,
        `of another region than ${region}, or of another account`,
      );
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
  const [sandbox, live] = (['sandbox', 'live'] as const).map((one) =>
    all.find((each) => each.name === one),
  );
  if (!sandbox || !live) return [];
  const apart =
    sandbox.region !== live.region ||
    (sandbox.account ?? live.account) !== (live.account ?? sandbox.account);
  const why =
    'Sandbox and live are in different regions or accounts, where they find each other by no parameter:';
  if (apart && name === 'sandbox' && !sandbox.signIn)
    return [
      {
        stack: 'dashboard-functions',
        sentence: `${why} set signIn of sandbox to the issuer and the sandbox-client-id that live’s stack sign-in writes.`,
      },
    ];
  if (apart && name === 'live' && !sandbox.dashboardApi)
    return [
      {
        stack: 'site',
        sentence: `${why} set dashboardApi of sandbox to the host of its dashboard API.`,
      },
    ];
  return [];
};

/** Whether what is synthesised will run on this machine and never be deployed. */
export const isLocal = (context: CdkContext): boolean =>
  context.local === true || context.local === 'true';

/** The settings of every environment that others can reach. */
const deployedAlways = {
  clockSpeed: 1,
  webhookTargets: 'public',
} as const satisfies Partial<Environment>;

/**
 * The regions that have both Textract and Rekognition, of `endpoints.json` in botocore 1.44.8. Where a newer one has both too, it
 * is added here.
 */
const pictureRegions = [
  ...[
    'ap-northeast-1',
    'ap-northeast-2',
    'ap-south-1',
    'ap-southeast-1',
    'ap-southeast-2',
    'ca-central-1',
  ],
  ...[
    'eu-central-1',
    'eu-south-2',
    'eu-west-1',
    'eu-west-2',
    'us-east-1',
    'us-east-2',
    'us-west-1',
    'us-west-2',
  ],
];

/** The settings of every environment that people sign in to. */
const deployedLive = { secondFactor: 'required' } as const satisfies Partial<Environment>;

const checked = (name: EnvironmentName, changes: unknown): Partial<Settings> => {
  const where = `settings.${name}`;
  for (const [key, value] of Object.entries(record(where, changes))) {
    if (!isSetting(key)) refuseName(where, key);
    else if (!SettingsSchema.shape[key].safeParse(value).success)
      refuse(`${where}.${key}`, aboutSetting(key).expected);
  }
  return changes as Partial<Settings>;
};

const isSetting = (key: string): key is keyof Settings => Object.hasOwn(SettingsSchema.shape, key);

const refuseName = (where: string, key: string): never => {
  const near = nearWord(key, settingNames);
  return refuse(
    `${where}.${key}`,
    `one of ${settingNames.join(', ')}${near ? ` (did you mean ${near}?)` : ''}`,
  );
};

/** The settings in a folder, by environment; an environment without a file has none. */
const filesIn = (
  folder: unknown,
): { readonly [name in EnvironmentName]?: Record<string, unknown> } => {
  if (folder === undefined || folder === '') return {};
  const found = Object.keys(environments).filter((name) =>
    existsSync(join(String(folder), `${name}.json`)),
  );
  if (found.length === 0)
    throw new Error(
      `The folder ${folder} has neither ${Object.keys(environments)
        .map((name) => `${name}.json`)
        .join(' nor ')}.`,
    );
  return Object.fromEntries(
    found.map((name) => {
      const file = join(String(folder), `${name}.json`);
      const { $schema: _, ...own } = record(file, parsed(readFileSync(file, 'utf8'), file));
      return [name, own];
    }),
  );
};

const parsed = (value: unknown, where = 'settings'): unknown => {
  if (typeof value !== 'string') return value ?? {};
  try {
    return JSON.parse(value);
  } catch {
    return refuse(where, 'JSON');
  }
};

const record = (where: string, value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : refuse(where, 'a JSON object');

const refuse = (where: string, expected: string): never => {
  throw new Error(`Settings are not valid: ${where} must be ${expected}.`);
};
