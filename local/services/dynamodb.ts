import type { AwsService, Resource } from '../aws-service.ts';
import type { Engine } from '../engine.ts';

/** DynamoDB with its streams, and what tests can do to it. */
export type DynamoDb = AwsService & { readonly indexLag: IndexLag };

/** Makes index reads show an older state, as DynamoDB's may at any time. Base table reads are never touched. */
export type IndexLag = {
  /** From now on indexes show what they hold at this moment. */
  hold(): Promise<void>;
  /** From now on indexes show the state of `ms` milliseconds ago; 0 is `release`. */
  set(ms: number): Promise<void>;
  /** Indexes are up to date again. */
  release(): Promise<void>;
};

export const dynamoDbService = (_options: { engine: Engine; resources: readonly Resource[] }): DynamoDb => {
  throw new Error('not yet');
};
