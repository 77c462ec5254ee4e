import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { Connection } from '../../functions/dynamodb/client.ts';

/** What one call to DynamoDB comes to: an answer, or the error to throw. */
type Outcome = object | Error;

for (const table of ['ACCESS', 'RESOURCES', 'OUTBOX', 'DELIVERIES', 'IDEMPOTENCY', 'ISSUER'])
  process.env[`${table}_TABLE`] ??= `test-${table.toLowerCase()}`;

/** A connection that answers by a script, the last line of it for ever, and keeps what it was sent. */
export const aConnection = (...script: readonly Outcome[]) => {
  const sent: { readonly operation: string; readonly input: Record<string, unknown> }[] = [];
  const send = async (command: { input: Record<string, unknown> }) => {
    const outcome = script[Math.min(sent.length, script.length - 1)] ?? {};
    sent.push({ operation: command.constructor.name, input: command.input });
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  return { connection: { client: { send } } as unknown as Connection, sent };
};

/** A cancelled transaction: one reason for each of its items, a failed condition with the item as DynamoDB returns it. */
export const cancelled = (...reasons: readonly (string | { Code: string; Item?: object })[]) =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: { httpStatusCode: 400 },
    CancellationReasons: reasons.map((reason) => (typeof reason === 'string' ? { Code: reason } : reason)) as never,
  });

/** An error as an AWS client throws it. */
export const awsError = (name: string, more: object = {}) => Object.assign(new Error(name), { name, ...more });
