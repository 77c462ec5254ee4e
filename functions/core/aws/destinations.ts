import {
  EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
} from '@aws-sdk/client-eventbridge';
import { SendMessageCommand, type SendMessageCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import { cache } from '../cache.ts';
import { destinationClientSettings } from '../client-settings.ts';
import { bounded } from '../time.ts';

/** The answer of AWS to a delivery: the status and request id of the response, and its members. */
export type Accepted = {
  readonly status: number;
  readonly request_id: string;
  readonly output: object;
};

/** There are fewer regions than this. */
const regions_max = 100;

const opened = cache<{ readonly events: EventBridgeClient; readonly sqs: SQSClient }>(regions_max);

/** Clients are of a region. The queue's URL is not where they call: only the region of its host counts. */
const clientsIn = (region: string) =>
  opened.of(region, async () => ({
    events: bounded(new EventBridgeClient({ ...destinationClientSettings, region })),
    sqs: bounded(
      new SQSClient({ ...destinationClientSettings, region, useQueueUrlAsEndpoint: false }),
    ),
  }));

/** Puts one event on the bus of an account, in the region of the bus. A rejected entry is an answer as well. */
export const putEvent = async (
  region: string,
  entry: PutEventsRequestEntry,
  abortSignal: AbortSignal,
) => {
  const { events } = await clientsIn(region);
  const { $metadata, Entries = [] } = await events.send(
    new PutEventsCommand({ Entries: [entry] }),
    { abortSignal },
  );
  return accepted($metadata, Entries[0] ?? {});
};

/** Sends one message to the queue of an account, in the region of the queue. */
export const sendMessage = async (
  region: string,
  message: SendMessageCommandInput,
  abortSignal: AbortSignal,
) => {
  const { sqs } = await clientsIn(region);
  const { $metadata, ...output } = await sqs.send(new SendMessageCommand(message), { abortSignal });
  return accepted($metadata, output);
};

const accepted = (
  {
    httpStatusCode = 0,
    requestId = '',
  }: { readonly httpStatusCode?: number | undefined; readonly requestId?: string | undefined },
  output: object,
): Accepted => ({ status: httpStatusCode, request_id: requestId, output });
