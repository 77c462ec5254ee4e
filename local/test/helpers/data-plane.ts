import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Signer } from '../../access-keys.ts';
import type { AwsService, Resource } from '../../aws-service.ts';
import type { Calls } from '../../calls.ts';
import { type Engine, startEngine } from '../../dynamodb/engine.ts';
import { dynamoDbService } from '../../dynamodb/service.ts';
import { startEndpoint } from '../../endpoint.ts';
import { createFaults, type Faults } from '../../faults.ts';
import { createIam, type Iam } from '../../iam/iam.ts';
import { kmsService } from '../../kms/service.ts';
import { createRecorder, type Recorder } from '../../recorder.ts';

/** The data half of the local machine, without functions: callers are SDK clients in the name of one. */
export type DataPlane = {
  readonly engine: Engine;
  readonly iam: Iam;
  readonly faults: Faults;
  readonly recorder: Recorder;
  readonly endpoint: string;
  /** The calls as the endpoint takes them, for callers without a connection. */
  readonly calls: Calls;
  /** Ids of the instances that faults killed, in order. An instance of a function is called `{function}#1`. */
  readonly killed: readonly string[];
  /** A client in a function's name; without a name the operator's. One attempt by default. */
  client(functionName?: string, attempts?: number): DynamoDBDocumentClient;
  kms(functionName?: string): KMSClient;
  /** Puts another service behind the endpoint. */
  serve(service: AwsService): void;
  stop(): Promise<void>;
};

/** Starts it; `folder` keeps the data. */
export const startDataPlane = async (
  resources: readonly Resource[],
  folder?: string,
): Promise<DataPlane> => {
  const [iam, faults, recorder] = [createIam(resources), createFaults(), createRecorder()];
  const engine = await startEngine({ resources, folder });
  const killed: string[] = [];
  const endpoint = await startEndpoint({
    services: [dynamoDbService({ engine, resources }), kmsService({ resources, folder })],
    signerOf,
    iam,
    faults,
    recorder,
    kill: async (instanceId) => void killed.push(instanceId),
  });
  const opened: { destroy(): void }[] = [];
  const settings = (functionName?: string, maxAttempts = 1) => ({
    ...settingsFor(endpoint.url, functionName),
    maxAttempts,
  });
  return {
    engine,
    iam,
    faults,
    recorder,
    killed,
    endpoint: endpoint.url,
    calls: endpoint.calls,
    client: (functionName, attempts) => {
      const client = new DynamoDBClient(settings(functionName, attempts));
      opened.push(client);
      return DynamoDBDocumentClient.from(client);
    },
    kms: (functionName) => {
      const client = new KMSClient(settings(functionName));
      opened.push(client);
      return client;
    },
    serve: endpoint.calls.add,
    stop: async () => {
      for (const client of opened) client.destroy();
      await endpoint.stop();
      await engine.stop();
    },
  };
};

const operatorKey = 'AKIAOPERATOR';

/** Access keys here are the function's name after a prefix. */
const signerOf = (accessKeyId: string): Signer | undefined => {
  const signer = { secretAccessKey: 'secret', isRevoked: false };
  if (accessKeyId === operatorKey) return { ...signer, principal: { kind: 'operator' } };
  const [prefix, functionName] = accessKeyId.split('_');
  if (prefix !== 'FUNCTION' || !functionName) return undefined;
  return {
    ...signer,
    principal: { kind: 'function', functionName, instanceId: `${functionName}#1` },
  };
};

/** The settings with which an SDK client comes through the endpoint in a function's name. */
export const settingsFor = (endpoint: string, functionName?: string) => ({
  endpoint,
  region: 'eu-west-1',
  credentials: {
    accessKeyId: functionName === undefined ? operatorKey : `FUNCTION_${functionName}`,
    secretAccessKey: 'secret',
  },
});

/** The variables by which clients of the SDK in this process reach it in a function's name; without one, the operator's. */
export const sdkVariables = (endpoint: string, functionName?: string) => {
  const { region, credentials } = settingsFor(endpoint, functionName);
  return {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
};
