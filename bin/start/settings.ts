import { parseArgs } from 'node:util';
import type { RateLimit } from '../../lib/setting-forms.ts';
import type { EndpointAddress } from '../../local/endpoint.ts';
import { BadConfiguration } from '../../local/errors.ts';
import { instance_bytes, memory_mb_default } from '../../local/functions/scheduling.ts';

/** The settings in the environment variables of `npm start`. */
export type Settings = {
  /** PORT: of each environment's API, then of the dashboard and of its sign-in; 0 is a free one. */
  readonly ports: { readonly sandbox: number; readonly live: number };
  readonly sitePort: number;
  readonly signInPort: number;
  /** LOCAL_DATA: where data lie; undefined: in memory. */
  readonly dataFolder: string | undefined;
  /** LOCAL_CLOCK_SPEED: divides the waits that the service schedules. */
  readonly clockSpeed: number;
  /** LOCAL_THROTTLE: of each environment's stage; undefined: as deployed. */
  readonly throttle: RateLimit | undefined;
  /** LOCAL_LIMIT: of each business in the plan `standard`; undefined: as deployed. */
  readonly limit: RateLimit | undefined;
  /** LOCAL_MEMORY: megabytes of functions' instances that may stay idle. */
  readonly memory_mb: number;
  /** LOCAL_STRIPE_KEY: of a test account that issues the sandbox's cards; undefined: the simulator does. */
  readonly stripe: StripeAccount | undefined;
};

/** A test account of Stripe: LOCAL_STRIPE_KEY, LOCAL_STRIPE_SIGNING_SECRET, and LOCAL_STRIPE_API_BASE where it is elsewhere. */
export type StripeAccount = {
  readonly key: string;
  readonly signing: string;
  readonly apiBase: string | undefined;
};

/** Reads PORT and what begins with LOCAL_; throws BadConfiguration. */
export const readSettings = (variables: NodeJS.ProcessEnv): Settings => {
  const first = numberIn(
    variables,
    'PORT',
    3000,
    'a whole number from 0 to 65532',
    /^\d{1,5}$/,
    65_532,
  );
  const speed = numberIn(
    variables,
    'LOCAL_CLOCK_SPEED',
    1,
    'a whole number from 1',
    /^[1-9]\d{0,8}$/,
    1e9,
  );
  const data = variables.LOCAL_DATA || dataFolderDefault;
  const [sandbox = 0, live = 0, sitePort = 0, signInPort = 0] = [0, 1, 2, 3].map((at) =>
    first === 0 ? 0 : first + at,
  );
  return {
    ports: { sandbox, live },
    sitePort,
    signInPort,
    dataFolder: data === 'memory' ? undefined : data,
    clockSpeed: speed,
    throttle: limitIn(variables, 'LOCAL_THROTTLE'),
    limit: limitIn(variables, 'LOCAL_LIMIT'),
    memory_mb: memoryIn(variables),
    stripe: stripeIn(variables),
  };
};

/** From one instance on: with less, each call would start its function again. */
const memoryIn = (variables: NodeJS.ProcessEnv): number => {
  const [min, max] = [Math.ceil(instance_bytes / 1e6), 1_000_000];
  const expected = `megabytes, a whole number from ${min} to ${max}`;
  return numberIn(variables, 'LOCAL_MEMORY', memory_mb_default, expected, /^\d{1,7}$/, max, min);
};

const stripeIn = (variables: NodeJS.ProcessEnv): StripeAccount | undefined => {
  const key = variables.LOCAL_STRIPE_KEY;
  if (!key) return undefined;
  if (!/^[rs]k_test_/.test(key))
    throw new BadConfiguration(
      'LOCAL_STRIPE_KEY must be the key of a test account, which begins with sk_test_ or rk_test_.',
    );
  const apiBase = variables.LOCAL_STRIPE_API_BASE || undefined;
  return { key, signing: variables.LOCAL_STRIPE_SIGNING_SECRET ?? '', apiBase };
};

/**
 * Where `data [--host …] [--port …]` opens the data plane; undefined when not asked for. Without a host nobody else's
 * machine reaches it, nor a container. Throws BadConfiguration.
 */
export const readDataAddress = ([what, ...words]: readonly string[]):
  | EndpointAddress
  | undefined => {
  if (what === undefined) return undefined;
  if (what !== 'data')
    throw new BadConfiguration(
      `Unknown word ${JSON.stringify(what)}. Use data, dynamodb, or no word.`,
    );
  const { host = '127.0.0.1', port } = wordsOf(words, ['host', 'port']);
  return {
    host,
    port: numberIn(
      { '--port': port },
      '--port',
      dataPort,
      'a port, or 0 for a free one',
      /^\d{1,5}$/,
      65_535,
    ),
  };
};

/** The options of a command, each with a value; throws BadConfiguration for any other. */
export const wordsOf = <Name extends string>(
  words: readonly string[],
  names: readonly Name[],
): Partial<Record<Name, string>> => {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  try {
    return parseArgs({ args: [...words], options }).values as Partial<Record<Name, string>>;
  } catch (error) {
    throw new BadConfiguration((error as Error).message);
  }
};

/** The text that `npm start -- --help` prints. */
export const usage = `npm start                  starts the whole service here: sandbox, live, the dashboard
npm start -- data          starts the data plane alone, for functions that AWS SAM runs
npm start -- dynamodb      serves DynamoDB alone, without tables, in memory
npm run local:reset        asks, and empties the data folder

Press Ctrl-C to stop. Variables:
  PORT                         3000: the sandbox, then live, dashboard, sign-in; 0: free ports
  LOCAL_DATA                   .local/data: the folder of the data, or memory
  LOCAL_CLOCK_SPEED            1: divides the waits that the service schedules
  LOCAL_THROTTLE               requests a second and burst of an environment, such as 200/400
  LOCAL_LIMIT                  the same for each business in the plan standard
  LOCAL_MEMORY                 256: MB for idle instances of functions, from 26
  LOCAL_STRIPE_KEY             sk_test_… or rk_test_…: Stripe issues the sandbox's cards
  LOCAL_STRIPE_SIGNING_SECRET  whsec_…: of its webhooks
  LOCAL_STRIPE_API_BASE        where Stripe answers, if elsewhere
  DYNAMODB_ENDPOINT            a DynamoDB Local that runs already
Options of data and dynamodb, after them:
  --host                       127.0.0.1: the address to open, such as 0.0.0.0 for containers
  --port                       its port, 3003 of data, 8000 of dynamodb; 0: a free one`;

/** The options of `data` and `dynamodb`. */
export const addressOptions = { host: { type: 'string' }, port: { type: 'string' } } as const;

/** Behind the ports of the APIs and the dashboard; nobody signs in where the data plane runs alone. */
const dataPort = 3003;

/** Below the folder that the service is started from. */
export const dataFolderDefault = '.local/data';

/** Requests a second and the burst above it, as `200/400`. */
const limitIn = (variables: NodeJS.ProcessEnv, name: string): RateLimit | undefined => {
  const text = variables[name];
  if (text === undefined || text === '') return undefined;
  const [, rate, burst] = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(text) ?? [];
  if (rate !== undefined && burst !== undefined)
    return { rate: Number(rate), burst: Number(burst) };
  throw new BadConfiguration(
    `${name} must be requests a second and the burst above it, such as 200/400, and is ${JSON.stringify(text)}.`,
  );
};

/** A number within bounds, or what stands for it where it is not set; throws BadConfiguration. */
export const numberIn = (
  variables: NodeJS.ProcessEnv,
  name: string,
  otherwise: number,
  expected: string,
  shape: RegExp,
  max: number,
  min = 0,
): number => {
  const text = variables[name];
  if (text === undefined || text === '') return otherwise;
  if (shape.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  throw new BadConfiguration(`${name} must be ${expected}, and is ${JSON.stringify(text)}.`);
};
