import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { chunksOf } from '../../domain/chunks.ts';
import type { EventNotice } from '../../domain/events/event.ts';
import { clientSettings } from '../../runtime/client-settings.ts';
import { bounded } from '../../runtime/deadline.ts';
import type { EventBus } from './event-bus.ts';

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
