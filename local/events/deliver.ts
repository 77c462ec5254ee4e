import { AwsError } from '../aws-error.ts';
import type { Resource } from '../aws-service.ts';
import { functionNameIn } from '../functions/lambda-function.ts';
import { wildcard } from '../iam/wildcard.ts';
import type { InvokeLater } from '../invoke-later.ts';
import { draftOf } from '../queues/draft.ts';
import type { Draft } from '../queues/message.ts';
import type { QueuePolicies } from '../queues/policies.ts';
import type { Queue } from '../queues/queue.ts';
import type { Queues } from '../queues/queues.ts';
import type { BusEvent } from './event.ts';
import type { Rule, Target } from './rules.ts';

/**
 * Brings an event to a target of a rule, or to its dead-letter queue; what can go nowhere is told on the console. A
 * message is in its queue when this returns; the promise, which never rejects, is for a function to be over.
 */
export type Deliver = (rule: Pick<Rule, 'name' | 'arn'>, target: Target, event: BusEvent) => Promise<void>;

/** What a delivery needs. */
export type Around = {
  readonly resources: readonly Resource[];
  readonly queues: Queues;
  readonly policies: QueuePolicies;
  readonly invokeLater: InvokeLater;
};

/** Delivers as the events service does: only where a queue's policy, or a function's permission, lets this rule. */
export const createDeliver = (around: Around): Deliver => {
  const mayInvoke = permissionsIn(around.resources);
  return async (rule, target, event) => {
    const body = target.input(event);
    const failure = target.arn.startsWith('arn:aws:sqs:')
      ? sendTo(around, rule, target.arn, { body, group: target.group(event) })
      : await invoke(around, mayInvoke, rule, target, body);
    if (failure) giveUp(around, rule, target, event, failure);
  };
};

type Failure = { readonly code: string; readonly message: string };
type Source = Pick<Rule, 'name' | 'arn'>;

const service = 'events.amazonaws.com';

type Text = Pick<Draft, 'body' | 'group' | 'attributes'>;

const sendTo = ({ queues, policies }: Around, rule: Source, arn: string, text: Text): Failure | undefined => {
  const queue = queues.find(arn);
  if (!queue) return { code: 'NO_RESOURCE', message: `There is no queue ${arn}.` };
  if (!policies.maySend(service, arn, rule.arn))
    return { code: 'NO_PERMISSIONS', message: `The policy of ${arn} does not let the rule ${rule.name} send.` };
  return put(queues, queue, text);
};

const put = (queues: Queues, queue: Queue, { body, group, attributes }: Text): Failure | undefined => {
  try {
    const sending = {
      MessageBody: body,
      ...(group !== undefined && { MessageGroupId: group }),
      ...(attributes && { MessageAttributes: attributes }),
    };
    queues.send(queue, draftOf(sending, queue.settings, service).draft);
    return undefined;
  } catch (error) {
    if (error instanceof AwsError) return { code: 'SDK_CLIENT_ERROR', message: error.message };
    throw error;
  }
};

type MayInvoke = (functionName: string, sourceArn: string) => boolean;

const invoke = async (
  { invokeLater }: Around,
  mayInvoke: MayInvoke,
  rule: Source,
  target: Target,
  body: string,
): Promise<Failure | undefined> => {
  const name = functionNameIn(target.arn) ?? '';
  if (!mayInvoke(name, rule.arn))
    return { code: 'NO_PERMISSIONS', message: `No permission of ${name} lets the rule ${rule.name} invoke it.` };
  const payload = parsed(body);
  if (!payload) return { code: 'INVALID_JSON', message: `What the rule ${rule.name} makes of it is no JSON.` };
  await invokeLater(name, payload.value);
  return undefined;
};

const parsed = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

const permissionsIn = (resources: readonly Resource[]): MayInvoke => {
  const permissions = resources.flatMap(({ type, properties }) =>
    type === 'AWS::Lambda::Permission' && properties.Principal === service ? [properties] : [],
  );
  const grants = permissions.map(({ FunctionName, SourceArn }) => ({
    of: functionNameIn(String(FunctionName)) ?? String(FunctionName),
    covers: wildcard(String(SourceArn ?? '*')),
  }));
  return (functionName, sourceArn) => grants.some(({ of, covers }) => of === functionName && covers(sourceArn));
};

/** The dead-letter queue gets the event and, in attributes, why. It too lets in only whom its policy lets. */
const giveUp = (around: Around, rule: Source, target: Target, event: BusEvent, failure: Failure): void => {
  const texts = {
    RULE_ARN: rule.arn,
    TARGET_ARN: target.arn,
    ERROR_CODE: failure.code,
    ERROR_MESSAGE: failure.message,
    RETRY_ATTEMPTS: '0',
  };
  const attributes = Object.fromEntries(
    Object.entries(texts).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
  );
  const lost =
    target.deadLetters === undefined
      ? failure
      : sendTo(around, rule, target.deadLetters, { body: JSON.stringify(event), attributes });
  if (lost) console.error(`The event ${event.id} (${event['detail-type']}) was dropped: ${lost.message}`);
};
