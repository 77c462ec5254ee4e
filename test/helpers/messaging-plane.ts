import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Resource } from '../../local/aws-service.ts';
import type { Invoke } from '../../local/invoke-later.ts';
import { type Messaging, startMessaging } from '../../local/messaging.ts';
import { type DataPlane, settingsFor, startDataPlane } from './data-plane.ts';

/** A function of a test: what it answers to an event; it fails by throwing. */
export type Handler = (event: never) => unknown;

/** Queues, buses, mappings and schedules behind the real front door, with functions that are handlers of the test. */
export type MessagingPlane = Messaging & {
  readonly data: DataPlane;
  /** Clients in a function's name; without a name the operator's. */
  sqs(functionName?: string): SQSClient;
  events(functionName?: string): EventBridgeClient;
};

export type PlaneOptions = {
  readonly resources: readonly Resource[];
  readonly handlers?: Readonly<Record<string, Handler>>;
  readonly folder?: string;
  readonly clockSpeed?: number;
};

/** Starts it; `folder` keeps data, queues and stream positions. */
export const startMessagingPlane = async (options: PlaneOptions): Promise<MessagingPlane> => {
  const { resources, handlers = {}, folder, clockSpeed } = options;
  const data = await startDataPlane(resources, folder);
  const { engine, iam, faults, serve } = data;
  const invoke = invokeOf(handlers);
  try {
    const messaging = await startMessaging({ resources, engine, iam, faults, serve, invoke, folder, clockSpeed });
    return withClients(messaging, data);
  } catch (error) {
    await data.stop();
    throw error;
  }
};

const withClients = (messaging: Messaging, data: DataPlane): MessagingPlane => {
  const opened: { destroy(): void }[] = [];
  const keep = <C extends { destroy(): void }>(client: C): C => {
    opened.push(client);
    return client;
  };
  return {
    ...messaging,
    data,
    // As functions must be written: else the client follows the host of the queue's address, on AWS as here.
    sqs: (name) =>
      keep(new SQSClient({ ...settingsFor(data.endpoint, name), maxAttempts: 1, useQueueUrlAsEndpoint: false })),
    events: (name) => keep(new EventBridgeClient({ ...settingsFor(data.endpoint, name), maxAttempts: 1 })),
    stop: async () => {
      await messaging.stop();
      for (const client of opened) client.destroy();
      await data.stop();
    },
  };
};

let invocations = 0;

const invokeOf =
  (handlers: NonNullable<PlaneOptions['handlers']>): Invoke =>
  async (functionName, payload) => {
    const handler = handlers[functionName];
    if (!handler) throw new Error(`There is no function ${functionName}.`);
    const requestId = `request-${++invocations}`;
    try {
      // Through JSON and back, as any payload goes.
      const answer = await handler(JSON.parse(JSON.stringify(payload)) as never);
      return { requestId, payload: answer ?? null };
    } catch (error) {
      const { name, message } = error as Error;
      return { requestId, payload: { errorType: name, errorMessage: message }, functionError: 'Unhandled' };
    }
  };
