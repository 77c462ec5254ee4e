import { type Input, textsOf } from './checks.ts';
import type { Queue } from './queues.ts';

/** What GetQueueAttributes answers. */
export const attributesOfQueue = (queue: Queue, input: Input): object => {
  const asked = textsOf(input, 'AttributeNames');
  const all = Object.entries(known(queue));
  return { Attributes: Object.fromEntries(all.filter(([name]) => asked.includes('All') || asked.includes(name))) };
};

const known = (queue: Queue): Record<string, string> => {
  const { settings, arn } = queue;
  const { visible, inFlight, delayed } = queue.depth();
  const { redrive } = settings;
  const policy = redrive && { deadLetterTargetArn: redrive.arn, maxReceiveCount: redrive.receives_max };
  return {
    QueueArn: arn,
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    DelaySeconds: String(settings.delay_seconds),
    VisibilityTimeout: String(settings.visibility_seconds),
    MessageRetentionPeriod: String(settings.retention_seconds),
    MaximumMessageSize: String(settings.size_bytes_max),
    ReceiveMessageWaitTimeSeconds: String(settings.wait_seconds),
    SqsManagedSseEnabled: 'true',
    ...(policy && { RedrivePolicy: JSON.stringify(policy) }),
  };
};
