import { PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import type { MessagingPlane } from './messaging-plane.ts';
import { queueArn } from './messaging-resources.ts';

/** An entry for the bus `house` from the source `test`. */
export const entry = (DetailType: string, detail: object = {}): PutEventsRequestEntry => ({
  EventBusName: 'house',
  Source: 'test',
  DetailType,
  Detail: JSON.stringify(detail),
});

/** What most tests of buses do: put entries, in a function's name or the operator's, and see what came where. */
export const busCalls = (plane: () => MessagingPlane) => ({
  put: (Entries: PutEventsRequestEntry[], functionName?: string) =>
    plane().events(functionName).send(new PutEventsCommand({ Entries })),
  /** What came into a queue, taken out of it. */
  taken: async (name: string) => {
    const queue = plane().queues.find(queueArn(name));
    const messages = (await queue?.receive({ max: 10, wait_ms: 0 })) ?? [];
    queue?.purge();
    return messages;
  },
});
