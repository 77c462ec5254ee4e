import { account } from '../assembly.ts';
import { AwsError, unknownOperation } from '../aws-error.ts';
import type { AwsCall, AwsService } from '../aws-service.ts';
import { inputOf, jsonAnswer, targetOperation } from '../json-protocol.ts';
import { type Input, textOf } from '../queues/checks.ts';
import { operations } from '../queues/operations.ts';
import type { QueuePolicies } from '../queues/policy.ts';
import type { Queue, Queues } from '../queues/queues.ts';

/** SQS over the standard queues of the templates, by its JSON protocol. */
export const sqsService = (options: { queues: Queues; policies: QueuePolicies }): AwsService => ({
  name: 'sqs',
  operation: targetOperation,
  accesses: (call) => {
    const operation = call.operation === 'GetQueueUrl' ? 'GetQueueUrl' : operations[call.operation]?.action;
    if (!operation) throw unknownOperation(call.operation);
    const queue = queueFor(options.queues, call, inputOf(call));
    const action = `sqs:${operation}`;
    // A function's own grants do not help against what the queue's policy forbids to everybody.
    if (call.principal.kind === 'function' && options.policies.forbid(queue.arn, action))
      throw forbidden(queue, action);
    return [{ action, resource: queue.arn }];
  },
  handle: async (call) => {
    const input = inputOf(call);
    const queue = queueFor(options.queues, call, input);
    if (call.operation === 'GetQueueUrl') return jsonAnswer({ QueueUrl: addressOf(queue, call) }, '1.0');
    const operation = operations[call.operation];
    if (!operation) throw unknownOperation(call.operation);
    return jsonAnswer(await operation.run(queue, input), '1.0');
  },
});

/** The SDK goes to whatever host the address names, so it must be the one under which this machine was asked. */
const addressOf = (queue: Queue, { headers }: AwsCall): string => `http://${headers.host}/${account}/${queue.name}`;

const queueFor = (queues: Queues, call: AwsCall, input: Input): Queue => {
  const url = call.operation === 'GetQueueUrl' ? '' : textOf(input, 'QueueUrl');
  const name = url === '' ? textOf(input, 'QueueName') : url.slice(url.lastIndexOf('/') + 1);
  const queue = queues.byName(name, call.region);
  if (queue) return queue;
  throw new AwsError(400, 'QueueDoesNotExist', `The specified queue does not exist: ${name} in ${call.region}.`);
};

const forbidden = (queue: Queue, action: string): AwsError => {
  const because = 'with an explicit deny in a resource-based policy';
  return new AwsError(403, 'AccessDenied', `Not authorized to perform: ${action} on resource: ${queue.arn} ${because}`);
};
