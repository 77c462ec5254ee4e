import type { Event } from '../../api/client.ts';
import { useRead, useReadOn } from '../../api/use-read.ts';
import { t } from '../../texts/texts.ts';
import { clockTime } from '../../texts/words.ts';
import { More } from '../../ui/error-alert.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Go } from '../../ui/links.tsx';
import { Section } from '../../ui/page.tsx';
import { Day } from '../../ui/values.tsx';
import { EventData } from './event.tsx';
import { Actor, useActorName } from './events.tsx';
import { sentenceOf } from './sentences.ts';
import { cardLabel } from './subjects.ts';

/** The events of a customer and everything of it, newest first, by day. */
export const Timeline = ({ customerId: customer_id }: { readonly customerId: string }) => {
  const query = useReadOn('customers.timeline', { params: { customer_id } });
  // The newest cards: those whose amounts are likely to be in the newest events.
  const cards = useRead('cards.list', { query: { customer_id, limit: 100 } });
  const names = new Map(cards.data?.data.map(({ id, last4 }) => [id, cardLabel(last4)]));
  return (
    <Section title={t.all.timeline} description={t.all.newestFirst}>
      {query.isSuccess && query.items.length === 0 && t.events.noEventsYet}
      {[...Map.groupBy(query.items, dayOf)].map(([day, events]) => (
        <div key={day}>
          <h3>
            <Day on={day} />
          </h3>
          {folded(events, (event) => sentenceOf(event, names)).map((line) => (
            <Line key={line.newest.id} line={line} />
          ))}
        </div>
      ))}
      <More of={query} />
    </Section>
  );
};

/** An event that happened once or several times in a row. Opened, each shows its data and leads to its objects. */
const Line = ({ line: { sentence, newest, events } }: { readonly line: Folded }) => {
  const times = events.length > 1 ? ` × ${events.length}` : '';
  return (
    <Fold
      title={`${clockTime(newest.created_at)} ${sentence}${times}`}
      note={useActorName(newest.causation.actor)}
    >
      {events.map((event) => (
        <Opened key={event.id} event={event} />
      ))}
    </Fold>
  );
};

const Opened = ({ event }: { readonly event: Event }) => (
  <div className="fields">
    <div className="buttons">
      <Go to={`/events/${event.id}`}>{`${t.all.event}, ${clockTime(event.created_at)}`}</Go>
      {event.causation.actor.type !== 'system' && (
        <Go to={`/requests/${event.causation.request_id}`}>{t.all.request}</Go>
      )}
      <Go to={`/deliveries?event_id=${event.id}`}>{t.all.deliveries}</Go>
      <Actor actor={event.causation.actor} />
    </div>
    <EventData event={event} />
  </div>
);

/** The person's own day, as their clock has it: Swedish dates are those of ISO 8601, `2026-11-20`. */
const dayOf = ({ created_at }: Event): string => new Date(created_at).toLocaleDateString('sv');

type Folded = { readonly sentence: string; readonly newest: Event; readonly events: Event[] };

/** The same sentence several times in a row is one line. */
const folded = (
  events: readonly Event[],
  sentenceOfOne: (event: Event) => string,
): readonly Folded[] => {
  const lines: Folded[] = [];
  for (const event of events) {
    const sentence = sentenceOfOne(event);
    const last = lines.at(-1);
    if (last?.sentence === sentence) last.events.push(event);
    else lines.push({ sentence, newest: event, events: [event] });
  }
  return lines;
};
