import { gzipSync } from 'node:zlib';
import { account } from './assembly.ts';
import type { Resource } from './aws-service.ts';
import { BadConfiguration } from './errors.ts';
import { invokeAsynchronously, permits, retriesOf } from './functions/asynchronous.ts';
import { functionNameIn, type LambdaFunction } from './functions/lambda-function.ts';
import type { InstancePool } from './functions/pool.ts';
import { wildcard } from './iam/statements.ts';
import { objectIn } from './json-protocol.ts';

/**
 * CloudWatch Logs' subscriptions: the filters of the templates name log groups and the functions
 * that get their lines.
 */
export type LogSubscriptions = {
  /** A line of a log stream in a log group. */
  add(line: LoggedLine): void;
  /** Loses all lines until `resume`, as if nobody had subscribed. */
  pause(): void;
  resume(): void;
  /** Passes on nothing more; the pool ends the invocations that run. */
  stop(): Promise<void>;
};

export type LoggedLine = {
  readonly logGroup: string;
  readonly stream: string;
  readonly message: string;
};

export type LogSubscriptionOptions = {
  readonly resources: readonly Resource[];
  readonly pool: InstancePool;
  readonly paused?: boolean;
};

/** Subscribes to what functions print. Throws BadConfiguration. */
export const startLogSubscriptions = ({
  resources,
  pool,
  paused = false,
}: LogSubscriptionOptions): LogSubscriptions => {
  const filters = Map.groupBy(
    resources
      .filter(({ type }) => type === 'AWS::Logs::SubscriptionFilter')
      .map((one) => filterOf(one, resources, pool)),
    ({ logGroup }) => logGroup,
  );
  const groups = logGroupsOf(resources);
  const queues = new Map<string, Batches>();
  let isPaused = paused;
  const add = (line: LoggedLine): void => {
    if (isPaused) return;
    for (const { fits, target } of filters.get(line.logGroup) ?? []) {
      if (!fits(line.message)) continue;
      const queue = queues.get(target.of.name) ?? createBatches(target, pool);
      queues.set(target.of.name, queue);
      queue.add(line);
    }
  };
  const unsubscribe = pool.logs.subscribe(({ functionName, instanceId, line }) => {
    const logGroup = groups.get(functionName);
    if (logGroup !== undefined) add({ logGroup, stream: instanceId, message: line });
  });
  return {
    add,
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
    },
    stop: async () => {
      unsubscribe();
      for (const { stop } of queues.values()) stop();
    },
  };
};

type Batches = { add(line: LoggedLine): void; stop(): void };

/** Lines wait so long for others of their stream. */
const batching_ms = 100;

/** The batches for one function, one after another: each has lines of one log stream. */
const createBatches = (target: Target, pool: InstancePool): Batches => {
  let waiting: LoggedLine[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const plan = (): void => {
    if (!isStopped && waiting.length > 0)
      timer ??= setTimeout(() => void flush().catch(() => {}), batching_ms).unref();
  };
  const flush = async (): Promise<void> => {
    const batches = Map.groupBy(waiting, ({ logGroup, stream }) => `${logGroup} ${stream}`);
    waiting = [];
    try {
      for (const batch of batches.values())
        if (!isStopped) await invokeAsynchronously(pool, target, payloadOf(batch));
    } finally {
      timer = undefined;
      plan();
    }
  };
  return {
    add: (line) => {
      waiting.push(line);
      plan();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};

/** The payload of CloudWatch Logs for a function: gzipped JSON in base64. */
const payloadOf = (batch: readonly LoggedLine[]): string => {
  const data = {
    messageType: 'DATA_MESSAGE',
    owner: account,
    logGroup: batch[0]?.logGroup,
    logStream: batch[0]?.stream,
    subscriptionFilters: ['local'],
    logEvents: batch.map(({ message }, position) => ({
      id: String(position),
      timestamp: Date.now(),
      message,
    })),
  };
  return JSON.stringify({ awslogs: { data: gzipSync(JSON.stringify(data)).toString('base64') } });
};

/** The log group of every function. */
const logGroupsOf = (resources: readonly Resource[]): ReadonlyMap<string, string> =>
  new Map(
    resources
      .filter(({ type }) => type === 'AWS::Lambda::Function')
      .map(({ physicalId, properties }) => {
        const { LogGroup } = (properties.LoggingConfig ?? {}) as { readonly LogGroup?: string };
        return [physicalId, LogGroup ?? `/aws/lambda/${physicalId}`];
      }),
  );

type Target = { readonly of: LambdaFunction; readonly retries_max: number };

type Filter = {
  readonly logGroup: string;
  readonly target: Target;
  readonly fits: (message: string) => boolean;
};

const filterOf = (
  { logicalId, region, properties }: Resource,
  resources: readonly Resource[],
  pool: InstancePool,
): Filter => {
  const logGroup = String(properties.LogGroupName);
  const of = pool.functions.get(functionNameIn(String(properties.DestinationArn)) ?? '');
  if (!of) throw new BadConfiguration(`The subscription ${logicalId} leads to no function here.`);
  const arn = `arn:aws:logs:${region}:${account}:log-group:${logGroup}:*`;
  if (!permits(resources, of, { principal: 'logs.amazonaws.com', arn }))
    throw new BadConfiguration(
      `The log group ${logGroup} may not invoke ${of.name}: there is no permission for it.`,
    );
  const target = { of, retries_max: retriesOf(of, resources) };
  return {
    logGroup,
    target,
    fits: filterPatternOf(String(properties.FilterPattern), `The subscription ${logicalId}`),
  };
};

/**
 * Reads a filter pattern for JSON: comparisons of a member with a text, such as `{ ($.status = "4*") && ($.error.code != "-") }`.
 * Throws BadConfiguration, which names the pattern as `where`, for every other.
 */
export const filterPatternOf = (pattern: string, where: string): ((message: string) => boolean) => {
  const [, inner] = /^\{(.*)\}$/.exec(pattern.trim()) ?? [];
  const comparisons = inner
    ?.split('&&')
    .map((one) => /^\s*\(?\s*\$\.([\w.]+)\s*(!?=)\s*"([^"]*)"\s*\)?\s*$/.exec(one));
  if (!comparisons?.every((one) => one !== null))
    throw new BadConfiguration(
      `${where} has the pattern ${pattern}, which local/ does not understand.`,
    );
  const tests = comparisons.map(([, path = '', operator, text = '']) => ({
    path: path.split('.'),
    equal: operator === '=',
    fits: wildcard(text),
  }));
  return (message) => {
    const line = message.startsWith('{') ? objectIn(message) : undefined;
    return tests.every(({ path, equal, fits }) => {
      const member = memberAt(line, path);
      return member !== undefined && fits(String(member)) === equal;
    });
  };
};

const memberAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (each, name) => (Object(each) === each ? (each as Record<string, unknown>)[name] : undefined),
    value,
  );
