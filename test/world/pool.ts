import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';
import { type EnvironmentName, functionName } from '../../lib/environments.ts';
import { functionEntries } from '../../lib/function-bundles.ts';
import type { Credentials } from '../../local/access-keys.ts';
import { environmentOf } from '../../local/functions/environment.ts';
import type { LambdaFunction } from '../../local/functions/lambda-function.ts';
import type { Logs } from '../../local/functions/logs.ts';
import {
  exited,
  type InvocationOutcome,
  payload_bytes_max,
  timedOut,
} from '../../local/functions/outcome.ts';
import { type InstancePool, PayloadTooLarge } from '../../local/functions/pool.ts';
import { laptopLimits } from '../../local/functions/scheduling.ts';
import { type Invocation, isInvokedByTest, runAs, runOutside } from './running.ts';

export type PoolOptions = {
  readonly functions: ReadonlyMap<string, LambdaFunction>;
  readonly logs: Logs;
  readonly endpoint: string;
  readonly credentials: (of: LambdaFunction, instanceId: string) => Credentials;
  /** Imports the source of a function; absent: once for all environments. */
  readonly load?: (file: URL, of: LambdaFunction) => Promise<{ readonly handler: Handler }>;
};

/** Runs the handlers in this process. An instance serves one invocation at a time, as on Lambda; none ever waits. */
export const createWorldPool = (options: PoolOptions): InstancePool => {
  const { functions, logs } = options;
  const idle = new Map<string, Instance[]>();
  const busy = new Map<string, Instance>();
  const handlerOf = handlersOf(options);
  const release = (instance: Instance): void => {
    busy.delete(instance.id);
    if (instance.isKilled) return;
    const others = idle.get(instance.of.name) ?? [];
    idle.set(instance.of.name, [...others, instance]);
  };
  return {
    functions,
    logs,
    limits: laptopLimits,
    areProcessorsBusy: () => false,
    instances: () => [],
    invoke: async (functionName, payload) => {
      const of = functions.get(functionName);
      if (!of) throw new Error(`There is no function ${functionName}.`);
      if (Buffer.byteLength(payload) > payload_bytes_max) throw new PayloadTooLarge();
      const instance = idle.get(functionName)?.pop() ?? start(of, handlerOf(of), options);
      busy.set(instance.id, instance);
      const outcome = await serve(instance, payload);
      release(instance);
      return outcome;
    },
    // Its keys stay valid: clients are shared by all functions here, and may have signed with them since they were made.
    kill: async (instanceId) => busy.get(instanceId)?.die?.(),
    stop: async () => {},
  };
};

type Instance = {
  readonly id: string;
  readonly of: LambdaFunction;
  readonly handler: Promise<Handler>;
  readonly variables: Readonly<Record<string, string>>;
  isKilled: boolean;
  die?: () => void;
};

const start = (
  of: LambdaFunction,
  handler: Promise<Handler>,
  { credentials, endpoint }: PoolOptions,
): Instance => {
  const id = randomUUID();
  return {
    id,
    of,
    handler,
    variables: environmentOf(of, id, credentials(of, id), endpoint),
    isKilled: false,
  };
};

/**
 * A killed invocation never gets anything it waits for, so its outcome is there before it could
 * end.
 */
const serve = (instance: Instance, payload: string): Promise<InvocationOutcome> => {
  const { id: instanceId, of, variables } = instance;
  const requestId = randomUUID();
  const asked = isInvokedByTest();
  const invocation: Invocation = {
    functionName: of.name,
    instanceId,
    requestId,
    variables,
    asked,
    isDead: false,
  };
  return new Promise((resolve) => {
    const end = (outcome: InvocationOutcome): void => {
      clearTimeout(late);
      resolve(outcome);
    };
    const die = (outcome: InvocationOutcome): void => {
      Object.assign(invocation, { isDead: true });
      Object.assign(instance, { isKilled: true });
      end(outcome);
    };
    const late = setTimeout(() => die(timedOut(requestId, of.timeout_ms)), of.timeout_ms);
    instance.die = () => die(exited(requestId, 'killed'));
    void outcomeOf(instance, invocation, payload).then(end);
  });
};

const outcomeOf = async (
  { of, handler: loading }: Instance,
  invocation: Invocation,
  payload: string,
): Promise<InvocationOutcome> => {
  const { requestId } = invocation;
  try {
    const handler = await loading;
    const answer = await runAs(invocation, () =>
      handler(JSON.parse(payload), contextOf(of, requestId)),
    );
    return { requestId, payload: JSON.stringify(answer ?? null) };
  } catch (error) {
    const { name, message, stack = '' } = error as Error;
    const failed = { errorType: name, errorMessage: message, trace: stack.split('\n') };
    // As the runtime of Lambda does.
    runAs(invocation, () => console.error(`Invoke Error ${JSON.stringify(failed)}`));
    return { requestId, payload: JSON.stringify(failed), functionError: 'Unhandled' };
  }
};

type Handler = (event: unknown, context: Context) => unknown;
type HandlerOf = (of: LambdaFunction) => Promise<Handler>;

/** The handlers in the sources: the templates name bundles of them. */
const handlersOf = ({ load = loadOnce }: PoolOptions): HandlerOf => {
  const loading = new Map<string, Promise<Handler>>();
  const loaded = async (of: LambdaFunction): Promise<Handler> => {
    const entry = functionEntries.find(
      ({ id }) => functionName(of.environment as EnvironmentName, id) === of.name,
    );
    if (!entry) throw new Error(`No source is the function ${of.name}.`);
    return (await load(pathToFileURL(entry.file), of)).handler;
  };
  return (of) => {
    const known = loading.get(of.name) ?? loaded(of);
    loading.set(of.name, known);
    return known;
  };
};

const loadOnce = (file: URL) => runOutside(() => import(file.href));

const contextOf = (of: LambdaFunction, awsRequestId: string): Context => {
  const deadline = Date.now() + of.timeout_ms;
  const known = { awsRequestId, functionName: of.name, memoryLimitInMB: String(of.memory_mb) };
  return {
    ...known,
    invokedFunctionArn: of.arn,
    functionVersion: '$LATEST',
    callbackWaitsForEmptyEventLoop: true,
    logGroupName: `/aws/lambda/${of.name}`,
    logStreamName: awsRequestId,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  } as Context;
};
