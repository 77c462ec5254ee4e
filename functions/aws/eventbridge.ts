import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { chunksOf } from '../chunks.ts';
import { clientSettings } from '../client-settings.ts';
import type { EventNotice } from '../events/model.ts';
import { bounded } from '../time.ts';

/** Tells the consumers of events that something happened; they read what in the log. */
export type EventBus = {
  /** Publishes notices and answers the positions of those that the bus did not take. */
  publish(notices: readonly EventNotice[]): Promise<number[]>;
};

/** EventBridge takes so many entries in one request; ten notices are far below its 1 MB. */
const entriesMax = 10;

/** What the rules of lib/events-stack.ts know our events by. */
export const eventSource = 'financial-services';

/** The event bus (`EVENT_BUS_NAME`). An entry carries ids only, so that nothing personal lies in buses and dead-letter queues. */
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
      const refused: number[] = [];
      for (const [nth, some] of chunksOf(notices, entriesMax).entries()) {
        const { Entries = [] } = await client.send(new PutEventsCommand({ Entries: some.map(entryOf) }));
        const first = nth * entriesMax;
        refused.push(...Entries.flatMap(({ ErrorCode }, position) => (ErrorCode ? [first + position] : [])));
      }
      return refused;
    },
  };
};
