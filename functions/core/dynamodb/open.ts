import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { clientSettings } from '../client-settings.ts';
import { logEvent } from '../logging.ts';
import { measured } from '../metrics.ts';
import { bounded, metricContext, systemClock } from '../time.ts';

/**
 * Opens DynamoDB; calls end at the deadline of the request. No other file opens it. The SDK would copy each input and output for
 * a logger that logs nothing.
 */
export const openDynamoDb = (settings = clientSettings): DynamoDBClient => {
  const client = bounded(new DynamoDBClient(settings));
  client.middlewareStack.remove('loggerMiddleware');
  return client;
};

/** Reasons of a canceled transaction that are throttles. */
export const throttledReasons: readonly string[] = [
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
];

const throttledErrors = new Set([
  ...[
    'ProvisionedThroughputExceededException',
    'RequestLimitExceeded',
    'ThrottlingException',
    'ThrottlingError',
  ],
]);

/**
 * Counts each attempt that DynamoDB throttled, below the SDK's retries, which hide most of them from the caller. A read of many
 * that comes back in part counts too.
 */
export const countThrottles = (client: DynamoDBClient): DynamoDBClient => {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        const result = await next(args);
        if (Object.keys((result.output as Answered).UnprocessedKeys ?? {}).length > 0)
          count(args.input);
        return result;
      } catch (error) {
        if (isThrottled(error)) count(args.input);
        throw error;
      }
    },
    { step: 'deserialize', name: 'countThrottles', priority: 'high' },
  );
  return client;
};

type Answered = { readonly UnprocessedKeys?: object };

const isThrottled = (error: unknown): boolean => {
  const { name, CancellationReasons = [] } = error as Error & {
    readonly CancellationReasons?: { Code?: string }[];
  };
  return (
    throttledErrors.has(name) ||
    CancellationReasons.some(({ Code }) => throttledReasons.includes(Code ?? ''))
  );
};

const count = (input: object): void =>
  logEvent('warn', 'dynamodb_throttled', {
    tables: tablesOf(input),
    ...measured('throttled', 1, {}, metricContext(systemClock())),
  });

type CommandInput = {
  readonly TableName?: string;
  readonly RequestItems?: object;
  readonly TransactItems?: readonly Readonly<Record<string, { readonly TableName?: string }>>[];
};

/** The tables that a call names. */
const tablesOf = ({ TableName, RequestItems = {}, TransactItems = [] }: CommandInput): string[] => {
  const written = TransactItems.flatMap((one) =>
    Object.values(one).map((write) => write.TableName),
  );
  const named = [TableName, ...Object.keys(RequestItems), ...written];
  return [...new Set(named.filter((name) => name !== undefined))];
};
