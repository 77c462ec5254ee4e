import { AwsError } from './aws-error.ts';
import type { AwsCall } from './aws-service.ts';
import type { Effect } from './faults.ts';

/** Whether an effect is one that calls suffer; the others are for messages of queues. */
export const strikesCalls = (effect: Effect): boolean => effect !== 'lose' && effect !== 'duplicate';

/** The refusal that AWS answers under this effect; undefined for effects that refuse nothing. */
export const injectedRefusal = (effect: Effect, call: AwsCall): AwsError | undefined => {
  if (typeof effect !== 'string') return undefined;
  return refusals[effect]?.(call);
};

type Refusal = (call: AwsCall) => AwsError;

const ofStorage = ({ service }: AwsCall, status: number, code: string): AwsError | undefined =>
  service === 's3'
    ? new AwsError(status, code, 'The conditional request cannot succeed due to a conflict.')
    : undefined;

const throttled = 'The level of configured provisioned throughput for the table was exceeded.';

const refusals: Readonly<Record<string, Refusal>> = {
  throttle: (call) => {
    if (call.service === 's3') return new AwsError(503, 'SlowDown', 'Please reduce your request rate.');
    if (call.service !== 'dynamodb') return new AwsError(400, 'ThrottlingException', 'Rate exceeded');
    return cancelled(call, 'ThrottlingError') ?? new AwsError(400, 'ProvisionedThroughputExceededException', throttled);
  },
  conflict: (call) =>
    ofStorage(call, 409, 'ConditionalRequestConflict') ??
    cancelled(call, 'TransactionConflict') ??
    new AwsError(400, 'TransactionConflictException', 'Transaction is ongoing for the item'),
  deny: ({ service, operation }) =>
    new AwsError(400, 'AccessDeniedException', `Not authorized to perform: ${service}:${operation}`),
  unavailable: ({ service }) =>
    service === 'dynamodb' || service === 's3'
      ? new AwsError(500, 'InternalServerError', 'Internal server error')
      : new AwsError(500, 'InternalFailure', 'The request processing has failed because of an unknown error'),
};

/** A transaction is refused as a whole, with a reason for each item: the first is struck, the others had nothing. */
const cancelled = (call: AwsCall, code: string): AwsError | undefined => {
  if (!call.operation.startsWith('Transact')) return undefined;
  const { TransactItems } = JSON.parse(call.body.toString()) as { TransactItems: readonly unknown[] };
  const reasons = TransactItems.map((_, position) =>
    position === 0 ? { Code: code, Message: sentences[code] } : { Code: 'None' },
  );
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return new AwsError(400, 'TransactionCanceledException', message, { CancellationReasons: reasons });
};

const sentences: Readonly<Record<string, string>> = {
  ThrottlingError: throttled,
  TransactionConflict: 'Transaction is ongoing for the item',
};
