import { hash } from 'node:crypto';
import { type Accepted, putEvent, sendMessage } from '../../core/aws/destinations.ts';
import {
  type DestinationType,
  destinationErrors,
  destinationParts,
  isFifo,
} from '../webhooks/destination.ts';
import { body_kept_bytes_max } from './kept-answer.ts';
import type { AttemptResult } from './model.ts';
import type { AttemptErrorKind } from './states.ts';

/** The content of one attempt at a bus or a queue. */
export type DestinationSending = {
  readonly type: DestinationType;
  /** The ARN of the bus, or the URL of the queue. */
  readonly address: string;
  /** The source on a bus. */
  readonly source: string;
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly created_at: string;
    readonly resource: { readonly id: string };
  };
  /** The exact text that is stored with the event. */
  readonly body: string;
  /** Identify, sign and describe the delivery, as the headers of one to a URL. They are the attributes of a message. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly deadline_ms: number;
};

/** The attributes of a message, or what an event on a bus has besides its detail, as the history shows them. */
export const destinationHeaders = ({
  type,
  source,
  event,
  attributes,
}: Omit<DestinationSending, 'body'>) =>
  type === 'sqs' ? attributes : { source, 'detail-type': event.type };

/** Sends to buses and queues that are not in the account of the role of that ARN. Only errors of ours are thrown. */
export const awsSender =
  (roleArn: () => string, calls = { putEvent, sendMessage }) =>
  async (sending: DestinationSending): Promise<AttemptResult> => {
    const started = performance.now();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), sending.deadline_ms);
    const result = (outcome: Outcome): AttemptResult => ({
      duration_ms: Math.round(performance.now() - started),
      timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null },
      remote_address: null,
      ...outcome,
    });
    const { type, address } = sending;
    const region = destinationParts(type, address)?.region;
    // The service may have moved to another account since the webhook was created.
    if (region === undefined || destinationErrors(type, address, roleArn()).length > 0)
      return result({ response: null, error: { kind: 'blocked_address', message: blocked } });
    try {
      const answer =
        type === 'eventbridge'
          ? await calls.putEvent(region, entryOf(sending), deadline.signal)
          : await calls.sendMessage(region, messageOf(sending), deadline.signal);
      return result(outcomeOf(answer));
    } catch (error) {
      if (deadline.signal.aborted)
        return result({
          response: null,
          error: {
            kind: 'timeout',
            message: `AWS did not answer within ${sending.deadline_ms} ms.`,
          },
        });
      return result(failureOf(error));
    } finally {
      clearTimeout(timer);
    }
  };

type Outcome = Pick<AttemptResult, 'response' | 'error'>;

const blocked = 'The bus or queue is not one that deliveries may be sent to.';

const entryOf = ({ address, source, event, body }: DestinationSending) => ({
  EventBusName: address,
  Source: source,
  DetailType: event.type,
  Detail: body,
  Time: new Date(event.created_at),
});

/** A FIFO queue drops an event that it got in the last five minutes, and keeps the order of each resource. */
const messageOf = ({ address, event, body, attributes }: DestinationSending) => ({
  QueueUrl: address,
  MessageBody: body,
  MessageAttributes: Object.fromEntries(
    Object.entries(attributes).map(([name, StringValue]) => [
      name,
      { DataType: 'String', StringValue },
    ]),
  ),
  ...(isFifo(address) && { MessageGroupId: event.resource.id, MessageDeduplicationId: event.id }),
});

/** The answer to a call that succeeded; an entry on a bus may have failed all the same. */
const outcomeOf = ({ status, request_id, output }: Accepted): Outcome => {
  const { ErrorCode: code, ErrorMessage: message = '' } = output as {
    ErrorCode?: string;
    ErrorMessage?: string;
  };
  const response = responseOf(status, request_id, code === undefined ? output : { code, message });
  return { response, error: code === undefined ? null : errorOf(code, status) };
};

/** The SDK's error: one that AWS answered, or one of the connection. */
type SdkError = {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number; readonly requestId?: string };
};

const failureOf = (thrown: unknown): Outcome => {
  const error = thrown as SdkError;
  const { httpStatusCode: status, requestId = '' } = error.$metadata ?? {};
  if (status !== undefined) {
    const response = responseOf(status, requestId, { code: error.name, message: error.message });
    return { response, error: errorOf(error.name, status) };
  }
  const code = typeof error.code === 'string' ? error.code : error.name;
  const kind = connectionKinds.find(([pattern]) => pattern.test(code))?.[1];
  // Not of the connection, so of this service: an attempt that was not made counts for nobody.
  if (!kind) throw thrown;
  return { response: null, error: { kind, message: `${connectionSentences[kind]} (${code}).` } };
};

type ConnectionKind = Extract<AttemptErrorKind, 'dns' | 'connect' | 'tls' | 'timeout'>;

const connectionKinds: readonly (readonly [RegExp, ConnectionKind])[] = [
  [/^(ENOTFOUND|EAI_)/, 'dns'],
  [/CERT|^ERR_(SSL|TLS)|^UNABLE_TO/, 'tls'],
  [/^(ETIMEDOUT|TimeoutError)$/, 'timeout'],
  [/^(ECONN|EPIPE|EHOST|ENET)/, 'connect'],
];

const connectionSentences: Record<ConnectionKind, string> = {
  dns: 'The host of the region could not be resolved',
  connect: 'No connection to AWS could be made, or it was lost',
  tls: 'TLS with AWS could not be set up',
  timeout: 'AWS did not answer in time',
};

type AnsweredKind = Extract<
  AttemptErrorKind,
  'access_denied' | 'not_found' | 'throttled' | 'rejected'
>;

/** By the names of AWS's errors, the first that fits: a status alone says less, since EventBridge answers 400 to everything. */
const errorKinds: readonly (readonly [RegExp, AnsweredKind])[] = [
  [/Throttl|TooManyRequests|LimitExceeded|OverLimit|SlowDown/, 'throttled'],
  [
    /AccessDenied|NotAuthorized|^KMS|^Kms|UnrecognizedClient|InvalidClientTokenId|OptInRequired/,
    'access_denied',
  ],
  [/NonExistent|DoesNotExist|NotFound/, 'not_found'],
];

const errorOf = (code: string, status: number): AttemptResult['error'] => {
  const kind =
    errorKinds.find(([pattern]) => pattern.test(code))?.[1] ??
    (status === 403 ? 'access_denied' : 'rejected');
  return { kind, message: `${sentences[kind]} (${code}).` };
};

const sentences: Record<AnsweredKind, string> = {
  access_denied:
    'AWS denied access: set the policy of the webhook’s destination on the bus or queue, and check its KMS key',
  not_found: 'There is no such bus or queue, or its policy does not let deliveries in',
  throttled: 'AWS throttled the delivery, because the bus or queue got too much',
  rejected: 'AWS rejected the delivery',
};

/** The answer, as the history keeps that of a URL. */
const responseOf = (
  status: number,
  requestId: string,
  answer: object,
): AttemptResult['response'] => {
  const text = JSON.stringify(answer);
  return {
    status,
    headers: { 'x-amzn-requestid': requestId },
    body: Buffer.from(text).subarray(0, body_kept_bytes_max).toString(),
    body_bytes: Buffer.byteLength(text),
    body_sha256: hash('sha256', text, 'hex'),
  };
};
