import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';

/** A canceled transaction: one reason for each of its items, a failed condition with the item as DynamoDB returns it. */
export const canceled = (...reasons: readonly (string | { Code: string; Item?: object })[]) =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: { httpStatusCode: 400 },
    CancellationReasons: reasons.map((reason) =>
      typeof reason === 'string' ? { Code: reason } : reason,
    ) as never,
  });

/** An error as an AWS client throws it. */
export const awsError = (name: string, more: object = {}) =>
  Object.assign(new Error(name), { name, ...more });
