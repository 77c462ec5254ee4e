import { AwsError } from '../aws-error.ts';
import type { QueuePolicies } from './policies.ts';
import type { Queue } from './queue.ts';

/** What GetQueueAttributes answers: the attributes asked for, all of them as texts. */
export const attributesOf = (
  { settings, counts }: Queue,
  policies: QueuePolicies,
  { AttributeNames = [] }: { readonly AttributeNames?: readonly string[] },
): { Attributes?: Record<string, string> } => {
  const unknown = AttributeNames.find((name) => name !== 'All' && !known.has(name));
  if (unknown !== undefined) throw new AwsError(400, 'InvalidAttributeName', `Unknown Attribute ${unknown}.`);
  const { visible, inFlight, delayed } = counts();
  const policy = policies.documentOf(settings.arn);
  const { deadLetters, receives_max } = settings;
  const all: Record<string, string> = {
    QueueArn: settings.arn,
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    DelaySeconds: String(settings.delay_ms / 1000),
    MaximumMessageSize: String(settings.body_bytes_max),
    MessageRetentionPeriod: String(settings.retention_ms / 1000),
    ReceiveMessageWaitTimeSeconds: String(settings.wait_ms / 1000),
    VisibilityTimeout: String(settings.visibility_ms / 1000),
    SqsManagedSseEnabled: String(settings.managedEncryption),
    ...(policy !== undefined && { Policy: JSON.stringify(policy) }),
    ...(deadLetters !== undefined && {
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: deadLetters, maxReceiveCount: receives_max }),
    }),
  };
  const wanted = Object.entries(all).filter(
    ([name]) => AttributeNames.includes('All') || AttributeNames.includes(name),
  );
  return wanted.length === 0 ? {} : { Attributes: Object.fromEntries(wanted) };
};

const known = new Set([
  'QueueArn',
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
  'DelaySeconds',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'VisibilityTimeout',
  'SqsManagedSseEnabled',
  'Policy',
  'RedrivePolicy',
]);
