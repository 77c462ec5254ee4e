import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { clientSettings } from '../client-settings.ts';
import { chunksOf } from '../json.ts';
import type { EventNotice } from '../outbox/model.ts';
import { bounded } from '../time.ts';

/** Notifies the consumers of events; they read the event itself from its table. */
export type EventBus = {
  /** Publishes notices and returns the positions of those that the bus rejected. */
  publish(notices: readonly EventNotice[]): Promise<number[]>;
};

/** Entries in one request to EventBridge; ten notices are far below its 1 MB. */
const entriesMax = 10;

/** The source that the rules of lib/events-stack.ts match. */
export const eventSource = 'financial-services';

/** The event bus (`EVENT_BUS_NAME`). An entry has ids only: no personal data on the bus or in dead-letter queues. */
export const eventbridgeBus = (): EventBus => {
  const client = bounded(new EventBridgeClient(clientSettings));
  const entryOf = (notice: EventNotice) => ({
    EventBusName: process.env.EVENT_BUS_NAME,
    Source: eventSource,
    DetailType: notice.type,
    Detail: JSON.stringify(notice),
  });
  return {
    publish: async (notices) => {
      const rejected: number[] = [];
      for (const [nth, some] of chunksOf(notices, entriesMax).entries()) {
        const { Entries = [] } = await client.send(
          new PutEventsCommand({ Entries: some.map(entryOf) }),
        );
        const first = nth * entriesMax;
        rejected.push(
          ...Entries.flatMap(({ ErrorCode }, position) => (ErrorCode ? [first + position] : [])),
        );
      }
      return rejected;
    },
  };
};
