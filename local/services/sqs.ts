import { AwsError, errorAnswer, unknownOperation } from '../aws-error.ts';
import type { AwsAnswer, AwsCall, AwsService, Principal } from '../aws-service.ts';
import { inputOf, jsonAnswer, targetOperation } from '../json-protocol.ts';
import { type Input, operations } from '../queues/operations.ts';
import type { QueuePolicies } from '../queues/policies.ts';
import type { Queues } from '../queues/queues.ts';
import { queueArn } from '../queues/settings.ts';

/** SQS over the queues of the templates, by the JSON protocol. */
export const sqsService = (queues: Queues, policies: QueuePolicies): AwsService => ({
  name: 'sqs',
  operation: targetOperation,
  accesses: (call) => {
    const operation = operations[call.operation];
    return operation ? [{ action: operation.action, resource: arnIn(call) }] : [];
  },
  handle: async (call) => {
    try {
      return await handle(queues, policies, call);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      return withQueryError(errorAnswer('sqs', error), error);
    }
  },
});

const handle = async (queues: Queues, policies: QueuePolicies, call: AwsCall): Promise<AwsAnswer> => {
  const operation = operations[call.operation];
  if (!operation) throw unknownOperation(call.operation);
  const queue = queues.find(arnIn(call));
  if (!queue) throw new AwsError(400, 'QueueDoesNotExist', 'The specified queue does not exist.');
  const asked = { queues, policies, queue, input: inputOf(call) as Input, sender: senderOf(call.principal) };
  return jsonAnswer(await operation.run(asked), '1.0');
};

/** A queue is known by the name at the end of its address: clients may reach it under any host. */
const arnIn = (call: AwsCall): string => {
  const { QueueUrl, QueueName } = inputOf(call) as Input;
  return queueArn(call.region, QueueName ?? QueueUrl?.split('/').at(-1) ?? '');
};

const senderOf = (principal: Principal): string =>
  principal.kind === 'operator' ? 'AIDALOCALOPERATOR' : `AROALOCAL:${principal.functionName}`;

/** Clients written for the older query protocol read a refusal's old name from a header. */
const withQueryError = (answer: AwsAnswer, { code, status }: AwsError): AwsAnswer => ({
  ...answer,
  headers: {
    ...answer.headers,
    'x-amzn-query-error': `${oldNames[code] ?? code};${status < 500 ? 'Sender' : 'Receiver'}`,
  },
});

const oldNames: Readonly<Record<string, string>> = {
  QueueDoesNotExist: 'AWS.SimpleQueueService.NonExistentQueue',
  EmptyBatchRequest: 'AWS.SimpleQueueService.EmptyBatchRequest',
  TooManyEntriesInBatchRequest: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
  BatchEntryIdsNotDistinct: 'AWS.SimpleQueueService.BatchEntryIdsNotDistinct',
  BatchRequestTooLong: 'AWS.SimpleQueueService.BatchRequestTooLong',
  InvalidBatchEntryId: 'AWS.SimpleQueueService.InvalidBatchEntryId',
  MessageNotInflight: 'AWS.SimpleQueueService.MessageNotInflight',
};
