import { type Credentials, createAccessKeys } from './access-keys.ts';
import {
  apiAddresses,
  bucketAddresses,
  type LocalAddresses,
  signInAddresses,
  siteAddress,
  withLocalAddresses,
} from './addresses.ts';
import { type Assembly, readAssembly } from './assembly.ts';
import type { Resource } from './aws-service.ts';
import type { Calls } from './calls.ts';
import { type IndexLag, startEngine } from './dynamodb/engine.ts';
import { dynamoDbService } from './dynamodb/service.ts';
import { tablesOf } from './dynamodb/tables.ts';
import { startUpkeep, type Upkeep } from './dynamodb/upkeep.ts';
import { watchWrites } from './dynamodb/writes.ts';
import { type EndpointAddress, startEndpoint } from './endpoint.ts';
import { createBuses } from './events/buses.ts';
import { eventsService } from './events/service.ts';
import { createFaults, type Faults } from './faults.ts';
import { functionsOf } from './functions/lambda-function.ts';
import { createLogs, type Logs } from './functions/logs.ts';
import { createPool, type InstancePool, type PoolOptions } from './functions/pool.ts';
import type { InstanceLimits } from './functions/scheduling.ts';
import { lambdaService } from './functions/service.ts';
import { createIam, type Iam } from './iam/iam.ts';
import { kmsService } from './kms/service.ts';
import { type LogSubscriptions, startLogSubscriptions } from './log-subscriptions.ts';
import { type Mappings, startMappings } from './mappings/mappings.ts';
import { cloudWatchService } from './metrics/service.ts';
import { createQueues, type Queues } from './queues/queues.ts';
import { sqsService } from './queues/service.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { apiGatewayService } from './rest-api/control-plane.ts';
import { reportsOf } from './rest-api/failures.ts';
import { type RestApi, restApisOf } from './rest-api/model.ts';
import { type LocalEnvironment, startApis } from './rest-api/server.ts';
import { createUsagePlanKeys, type UsagePlanKeys } from './rest-api/usage-plans.ts';
import { type Schedules, startSchedules } from './schedules.ts';
import { type KeptSecret, secretsManagerService } from './secrets-manager.ts';
import type { PoolCode, PoolInvitation, UserPools } from './sign-in/pools.ts';
import { startUserPools } from './sign-in/server.ts';
import { cognitoService } from './sign-in/service.ts';
import type { Files } from './site/server.ts';
import { type OpenedSite, openDistribution } from './site/server.ts';
import { crossOriginOf } from './storage/cross-origin.ts';
import { s3Service } from './storage/service.ts';

/** The services that `startLocal` runs, and where it keeps its data. */
export type LocalOptions = {
  /** Path of the synthesised assembly. */
  readonly assembly: string;
  /** Keeps the data; without it, or with `memory`, they are lost at `stop`. */
  readonly folder?: string;
  readonly memory?: boolean;
  /** The environments to run; absent: all of the assembly. */
  readonly environments?: readonly string[];
  readonly ports?: Readonly<Record<string, number>>;
  readonly signInPort?: number;
  readonly sitePort?: number;
  /** The files in the buckets that a distribution serves; absent: none. */
  readonly files?: Files;
  /** Called for every invitation to a user pool, since no e-mail leaves this machine. */
  readonly invited?: (invitation: PoolInvitation) => void;
  /** The same for every code to a person who has forgotten their password. */
  readonly codeSent?: (code: PoolCode) => void;
  readonly secrets?: ReadonlyMap<string, KeptSecret>;
  /** Called with a few lines for every request that an API answered with a status of 500 or more: which, and why. */
  readonly failed?: (report: string) => void;
  readonly limits?: InstanceLimits;
  /** Runs the functions, which may call AWS without a connection; absent: each instance is a thread of its own. */
  readonly pool?: (options: PoolOptions, calls: Calls) => InstancePool;
  /**
   * `false`: streams, queues and schedules are paused. `mappings.resume` starts those of one function,
   * `schedules.trigger` runs a rule once, `logSubscriptions.resume` passes lines of logs on.
   */
  readonly feeds?: boolean;
  /**
   * Another version of the functions, from an assembly of its own. It gets the invocations that `takes` says, one by one, as in
   * a canary deployment; everything but functions is that of the first assembly.
   */
  readonly otherVersion?: {
    readonly assembly: string;
    readonly takes: (functionName: string) => boolean;
  };
  /** Serves AWS alone at this address: another program runs the functions of the APIs. */
  readonly dataOnly?: EndpointAddress | undefined;
};

/** How a function answered; `functionError` is set when it failed. */
export type Invoked = {
  readonly requestId: string;
  readonly payload: unknown;
  readonly functionError?: 'Unhandled';
};

/** The whole service on this machine. */
export type Local = {
  readonly environments: Readonly<Record<string, LocalEnvironment>>;
  readonly endpoint: string;
  readonly operator: Credentials;
  credentialsOf(functionName: string): Credentials;
  /**
   * The key of the administrator of another account (12 digits), who creates queues and buses
   * there.
   */
  credentialsOfAccount(account: string): Credentials;
  readonly resources: readonly Resource[];
  readonly faults: Faults;
  readonly recorder: Recorder;
  readonly logs: Logs;
  readonly indexLag: IndexLag;
  readonly iam: Iam;
  readonly apiKeys: UsagePlanKeys;
  readonly pool: InstancePool;
  readonly queues: Queues;
  readonly mappings: Mappings;
  readonly schedules: Schedules;
  readonly logSubscriptions: LogSubscriptions;
  readonly signIn: string | undefined;
  readonly userPools: UserPools;
  readonly site: string | undefined;
  readonly upkeep: Upkeep;
  /** Where AWS has an API, `{id}.execute-api.{region}.amazonaws.com` → its origin here. */
  readonly origins: ReadonlyMap<string, string>;
  invoke(functionName: string, payload: unknown): Promise<Invoked>;
  /** Ends every process and frees every port; a second call waits for the first. */
  stop(): Promise<void>;
};

/** Runs the synthesised assembly. Rejects with BadConfiguration, and ends everything that it had started. */
export const startLocal = async (options: LocalOptions): Promise<Local> => {
  const endings: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    // In reverse, so that nothing loses what it depends on while it still works.
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    const local = await compose(options, (end) => endings.push(end));
    let stopping: Promise<void> | undefined;
    return { ...local, stop: () => (stopping ??= stop()) };
  } catch (error) {
    await stop();
    throw error;
  }
};

type AtEnd = (end: () => Promise<void>) => void;

const compose = async (options: LocalOptions, atEnd: AtEnd): Promise<Omit<Local, 'stop'>> => {
  const assembly = readAssembly(options.assembly, options.environments);
  const { resources } = assembly;
  const [iam, faults, recorder, logs, keys] = [
    createIam(resources),
    createFaults(),
    createRecorder(),
    createLogs(),
    createAccessKeys(),
  ];
  const folder = options.memory ? undefined : options.folder;
  const { engine, writes } = watchWrites(await startEngine({ resources, folder }));
  atEnd(engine.stop);
  const apiKeys = createUsagePlanKeys({ resources, folder });
  const apis = restApisOf(resources);
  const signIn = await startUserPools(
    { resources, folder, invited: options.invited, codeSent: options.codeSent },
    options.signInPort ?? 0,
  );
  atEnd(signIn.stop);
  const toSignIn = signInAddresses(resources, signIn.origin);
  const site = await openDistribution(options.dataOnly ? [] : resources, options.sitePort ?? 0);
  atEnd(site.stop);
  const toSite = siteAddress(site.url);
  const functionsIn = (read: Assembly) =>
    withLocalAddresses(functionsOf(read), (text) => toSite(toSignIn(text)));
  const functions = functionsIn(assembly);
  const { otherVersion: other } = options;
  const others = other && functionsIn(readAssembly(other.assembly, options.environments));
  const queues = createQueues({ resources, faults, folder });
  const buses = createBuses(resources, queues);
  const endpoint = await startEndpoint({
    services: [
      ...[
        dynamoDbService({ engine, resources }),
        kmsService({ resources, folder }),
        s3Service({ resources, folder, buses }),
      ],
      ...[cognitoService(signIn.pools), apiGatewayService(apiKeys, apis), sqsService(queues, iam)],
      eventsService(buses, iam, () => schedules),
      secretsManagerService((name) => options.secrets?.get(name)),
      cloudWatchService({ resources, queues, logs }),
    ],
    signerOf: keys.signerOf,
    iam,
    faults,
    recorder,
    crossOrigin: crossOriginOf(resources),
    kill: (instanceId) => pool.kill(instanceId),
    address: options.dataOnly,
  });
  atEnd(endpoint.stop);
  atEnd(async () => queues.stop());
  const credentials = ({ name }: { name: string }, instanceId: string) =>
    keys.issue(name, instanceId);
  const poolOf: NonNullable<LocalOptions['pool']> = options.pool ?? createPool;
  const ofPool: PoolOptions = {
    functions,
    versionOf: (of) => (other?.takes(of.name) ? others?.get(of.name) : undefined) ?? of,
    logs,
    credentials,
    endpoint: endpoint.url,
    ended: keys.revoke,
    limits: options.limits,
  };
  const pool = poolOf(ofPool, endpoint.calls);
  atEnd(pool.stop);
  endpoint.calls.add(lambdaService(pool, () => mappings));
  const { feeds = true } = options;
  const mappings = await startMappings({
    resources,
    pool,
    queues,
    engine,
    writes,
    iam,
    folder,
    paused: !feeds,
  });
  atEnd(mappings.stop);
  const tables = tablesOf(resources).map(({ name }) => name);
  const upkeep = startUpkeep({ engine, tables, neededFrom: mappings.neededFrom });
  atEnd(upkeep.stop);
  const schedules = startSchedules({ resources, pool, paused: !feeds });
  atEnd(schedules.stop);
  const logSubscriptions = startLogSubscriptions({ resources, pool, paused: !feeds });
  atEnd(logSubscriptions.stop);
  const toBuckets = bucketAddresses(resources, endpoint.url);
  const context = {
    resources,
    pool,
    apiKeys,
    apis,
    site,
    logSubscriptions,
    toLocal: (text: string) => toBuckets(toSignIn(text)),
  };
  const opened = await openApis(options, context, atEnd);
  return {
    ...opened,
    resources,
    faults,
    recorder,
    logs,
    iam,
    pool,
    queues,
    mappings,
    schedules,
    upkeep,
    apiKeys,
    logSubscriptions,
    userPools: signIn.pools,
    signIn: signIn.origin,
    endpoint: endpoint.url,
    operator: keys.operator,
    credentialsOf: (functionName) => keys.issue(functionName, `${functionName} outside`),
    credentialsOfAccount: keys.issueTo,
    indexLag: engine.indexLag,
    invoke: invokeOn(pool),
  };
};

/** Opens the APIs and the distribution; nothing where the data plane runs alone. */
const openApis = async (
  options: LocalOptions,
  {
    resources,
    pool,
    apiKeys,
    apis,
    site,
    logSubscriptions,
    toLocal,
  }: Pick<Local, 'resources' | 'pool' | 'apiKeys' | 'logSubscriptions'> & {
    readonly apis: readonly RestApi[];
    readonly site: OpenedSite;
    readonly toLocal: LocalAddresses;
  },
  atEnd: AtEnd,
): Promise<Pick<Local, 'environments' | 'origins' | 'site'>> => {
  if (options.dataOnly) return { environments: {}, origins: new Map(), site: undefined };
  const opened = await startApis(
    resources,
    apis,
    {
      pool,
      keys: apiKeys,
      reports: { log: logSubscriptions.add, failed: reportsOf(options.failed, pool.logs) },
    },
    options.ports ?? {},
    atEnd,
  );
  const origins = { files: options.files ?? (() => undefined), hosts: opened.origins };
  const toApis = apiAddresses(opened.origins);
  const toAll = (text: string) => toApis(toLocal(text));
  site.serve(toAll, origins);
  return { ...opened, site: site.url };
};

const invokeOn =
  (pool: InstancePool) =>
  async (functionName: string, payload: unknown): Promise<Invoked> => {
    const outcome = await pool.invoke(functionName, JSON.stringify(payload));
    return { ...outcome, payload: JSON.parse(outcome.payload) };
  };
