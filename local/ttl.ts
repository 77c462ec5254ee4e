import type { Resource } from './aws-service.ts';
import type { Engine } from './engine.ts';

/** Deletes what has expired, as DynamoDB would some time after. */
export type Ttl = {
  /** Looks through every table with an expiry once, now; how many items were deleted. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
};

export type TtlOptions = {
  readonly engine: Engine;
  readonly resources: readonly Resource[];
  /** Between two looks; 60 s unless told. */
  readonly interval_ms?: number;
};

export const startTtl = (_options: TtlOptions): Ttl => {
  throw new Error('not yet');
};
