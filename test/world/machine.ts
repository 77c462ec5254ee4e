import { AsyncResource } from 'node:async_hooks';
import { fileURLToPath } from 'node:url';
import { scheduleShardCount } from '../../functions/core/dynamodb/keys.ts';
import type { EnvironmentName } from '../../lib/environments.ts';
import { createAccessKeys } from '../../local/access-keys.ts';
import { readAssembly } from '../../local/assembly.ts';
import type { AwsService, Resource } from '../../local/aws-service.ts';
import { createCalls } from '../../local/calls.ts';
import { startEngine } from '../../local/dynamodb/engine.ts';
import { dynamoDbService } from '../../local/dynamodb/service.ts';
import { watchWrites } from '../../local/dynamodb/writes.ts';
import { createBuses } from '../../local/events/buses.ts';
import { eventsService } from '../../local/events/service.ts';
import { createFaults } from '../../local/faults.ts';
import { environmentOf } from '../../local/functions/environment.ts';
import { functionsOf, type LambdaFunction } from '../../local/functions/lambda-function.ts';
import { createLogs } from '../../local/functions/logs.ts';
import { lambdaService } from '../../local/functions/service.ts';
import { createIam } from '../../local/iam/iam.ts';
import { kmsService } from '../../local/kms/service.ts';
import { startLogSubscriptions } from '../../local/log-subscriptions.ts';
import { type Mappings, startMappings } from '../../local/mappings/mappings.ts';
import { createQueues } from '../../local/queues/queues.ts';
import { sqsService } from '../../local/queues/service.ts';
import { createRecorder } from '../../local/recorder.ts';
import { apiGatewayService } from '../../local/rest-api/control-plane.ts';
import { restApisOf } from '../../local/rest-api/model.ts';
import { createUsagePlanKeys } from '../../local/rest-api/usage-plans.ts';
import { type Schedules, startSchedules } from '../../local/schedules.ts';
import { type KeptSecret, secretsManagerService } from '../../local/secrets-manager.ts';
import { openPools } from '../../local/sign-in/pools.ts';
import { cognitoService } from '../../local/sign-in/service.ts';
import { s3Service } from '../../local/storage/service.ts';
import { keptSecretOf } from '../helpers/stored/kept-keys.ts';
import { offerBuiltIn } from './built-in.ts';
import { clock } from './builtins.ts';
import { beginEnvironments } from './environment.ts';
import { openGateways, request_ms } from './gateways.ts';
import { deleteItems } from './kept.ts';
import { standIn } from './network.ts';
import { createWorldPool } from './pool.ts';
import { runningInvocation, runOutside } from './running.ts';
import { sweepingOf } from './sweeping.ts';
import { answerTo, reach } from './transport.ts';

/** A file whose World is another sets these before it imports the World: the assembly, and its environment. */
const { WORLD_ASSEMBLY = 'assembly', WORLD_ENVIRONMENT } = process.env;
export const environment: EnvironmentName = WORLD_ENVIRONMENT === 'live' ? 'live' : 'sandbox';
const assembly = fileURLToPath(new URL(`../../.build/${WORLD_ASSEMBLY}`, import.meta.url));

/** Where clients of AWS would connect to, were there a connection; links to the object store lead there. */
const aws = 'http://127.0.0.1:65535';

/** The environment in this process: its functions run as they are written, and every service that they call is an object beside them. */
export const startMachine = () => runOutside(compose);

const compose = async () => {
  const read = readAssembly(assembly, [environment]);
  const { resources } = read;
  const [iam, faults, recorder, logs, keys] = [
    createIam(resources),
    createFaults(),
    createRecorder(),
    createLogs(),
    createAccessKeys(),
  ];
  const functions = sparing(functionsOf(read));
  const credentials = ({ name }: { name: string }, instanceId: string) =>
    keys.issue(name, instanceId);
  beginEnvironments([...functions.values()].map((of) => environmentOf(of, '', keys.operator, aws)));
  offerBuiltIn();
  const pool = createWorldPool({ functions, logs, endpoint: aws, credentials });
  const { engine, writes } = watchWrites(await startEngine({ resources }));
  const queues = createQueues({ resources, faults });
  const buses = createBuses(resources, queues);
  const apiKeys = createUsagePlanKeys({ resources, folder: undefined });
  const apis = restApisOf(resources);
  const secrets = new Map<string, KeptSecret>();
  const userPools = openPools({ resources });
  const mappings = gated(
    await startMappings({ resources, pool, queues, engine, writes, iam, paused: true }),
  );
  const schedules = startSchedules({ resources, pool });
  const calls = createCalls({
    services: [
      dynamoDbService({ engine, resources }),
      kmsService({ resources, secretOf: keptSecretOf }),
      s3Service({ resources, buses }),
      sqsService(queues, iam),
      apiGatewayService(apiKeys, apis),
      hashing(cognitoService(userPools)),
      secretsManagerService((name) => secrets.get(name)),
      eventsService(buses, iam, () => schedules),
      lambdaService(pool, () => mappings),
    ].map(outside),
    // Clients are shared by all functions in this process, and keep the credentials of the first that used them.
    signerOf: (accessKeyId) => {
      const [signer, invocation] = [keys.signerOf(accessKeyId), runningInvocation()];
      if (!signer || !invocation) return signer;
      const { functionName, instanceId } = invocation;
      return {
        ...signer,
        isRevoked: false,
        principal: { kind: 'function', functionName, instanceId },
      };
    },
    iam,
    faults,
    recorder,
    kill: pool.kill,
  });
  reach(calls);
  standIn(aws, async ({ method, target, headers, body }) => {
    const lowered = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
    const answer = await answerTo({ method, url: target, headers: lowered }, body);
    return answer && { ...answer, headers: Object.entries(answer.headers ?? {}) };
  });
  // To record a request takes as much as to answer it: who looks at the log resumes it.
  const logSubscriptions = startLogSubscriptions({ resources, pool, paused: true });
  const environments = openGateways({
    resources,
    apis,
    pool,
    keys: apiKeys,
    log: logSubscriptions.add,
  });
  return {
    logSubscriptions,
    indexLag: engine.indexLag,
    environments,
    resources,
    iam,
    faults,
    recorder,
    logs,
    pool,
    queues,
    mappings,
    schedules,
    deleteItems: () => deleteItems({ engine, resources }),
    beginPeriods: AsyncResource.bind(() => beginPeriods(schedules, resources)),
    apiKeys,
    secrets,
    userPools,
    engine,
    endpoint: aws,
    operator: keys.operator,
    credentialsOfAccount: keys.issueTo,
    invoke: async (functionName: string, payload: unknown) => {
      clock.take(request_ms);
      const outcome = await pool.invoke(functionName, JSON.stringify(payload));
      return { ...outcome, payload: JSON.parse(outcome.payload) };
    },
  };
};

/** The functions with as many shards of scheduled work as this process has. */
const sparing = (functions: ReadonlyMap<string, LambdaFunction>) =>
  new Map(
    [...functions].map(([name, of]) => [
      name,
      { ...of, variables: { ...of.variables, SCHEDULE_SHARDS: String(scheduleShardCount()) } },
    ]),
  );

/** Begins the period of each enabled schedule again. */
const beginPeriods = (schedules: Schedules, resources: readonly Resource[]): void => {
  const setSweeping = sweepingOf({ schedules, resources });
  setSweeping(false);
  setSweeping(true);
};

/** A service whose own work goes on by itself while a caller waits for an answer. */
const outside = (service: AwsService): AwsService => ({
  ...service,
  handle: (call) => runOutside(() => service.handle(call)),
});

/** A service whose answer waits for hashes of passwords, which threads of this process make meanwhile. */
const hashing = (service: AwsService): AwsService => ({
  ...service,
  handle: (call) => clock.during(Promise.resolve(service.handle(call))),
});

/** Feeds functions only while time passes, and not those that a test has paused. */
const gated = (mappings: Mappings): Mappings => {
  const paused = new Set<string>();
  const running = (): string[] => mappings.functions.filter((name) => !paused.has(name));
  clock.gate(
    () => running().forEach(mappings.resume),
    () => running().forEach(mappings.pause),
  );
  return {
    ...mappings,
    pause: (name) => {
      paused.add(name);
      mappings.pause(name);
    },
    resume: (name) => void paused.delete(name),
  };
};
