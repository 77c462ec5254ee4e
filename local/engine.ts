import type { Resource } from './aws-service.ts';

/** The database below the DynamoDB service: every call here is past IAM, faults and recording. */
export type Engine = {
  /** `http://127.0.0.1:port` of the engine itself; no function ever learns it. */
  readonly endpoint: string;
  /** One request as it is; `target` as in x-amz-target: `DynamoDB_20120810.GetItem`. */
  send(target: string, body: string | Buffer): Promise<EngineAnswer>;
  /** One call of DynamoDB: JSON in and out; rejects with an AwsError. */
  call<T>(operation: string, input: unknown): Promise<T>;
  /** Ends the process; with a folder everything answered so far is on disk. */
  stop(): Promise<void>;
};

export type EngineAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

export type EngineOptions = {
  /** All resources of all environments; the tables among them are created when missing. */
  readonly resources: readonly Resource[];
  /** Where the data lie; absent: in memory. */
  readonly folder?: string | undefined;
  /** An engine that runs already; absent: DYNAMODB_ENDPOINT, else our own. */
  readonly endpoint?: string | undefined;
};

/** Starts the engine and creates the tables. Rejects with BadConfiguration. */
export const startEngine = async (_options: EngineOptions): Promise<Engine> => {
  throw new Error('not yet');
};
