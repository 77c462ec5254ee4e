import { Box } from '@cloudscape-design/components';
import type { Event } from '../../api/client.ts';
import { useReadOn } from '../../api/use-read.ts';
import { t } from '../../texts/texts.ts';
import { clockTime } from '../../texts/words.ts';
import { More } from '../../ui/error-alert.tsx';
import { Section } from '../../ui/page.tsx';
import { Day, Go } from '../../ui/values.tsx';
import { Actor } from './events.tsx';
import { sentenceOf } from './sentences.ts';

/** What happened to a customer and everything of it, newest first, by day. */
export const Timeline = ({ customerId: customer_id }: { readonly customerId: string }) => {
  const query = useReadOn('customers.timeline', { params: { customer_id } });
  return (
    <Section title={t.all.timeline} description={t.all.newestFirst}>
      {query.isSuccess && query.items.length === 0 && t.events.noEventsYet}
      {[...Map.groupBy(query.items, dayOf)].map(([day, events]) => (
        <div key={day}>
          <Box variant="h3">
            <Day on={day} />
          </Box>
          <ul className="plain-list">
            {folded(events).map(({ event, times }) => (
              <li key={event.id}>
                <time dateTime={event.created_at}>{clockTime(event.created_at)}</time>{' '}
                <Go to={`/events/${event.id}`}>{sentenceOf(event)}</Go>
                {times > 1 && ` × ${times}`} <Actor actor={event.causation.actor} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <More of={query} />
    </Section>
  );
};

/** The person's own day, as their clock has it: `2026-11-20`. */
const dayOf = ({ created_at }: Event): string => {
  const at = new Date(created_at);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

/** The same sentence several times in a row is one line with the newest of them. */
const folded = (events: readonly Event[]) => {
  const lines: { readonly event: Event; times: number }[] = [];
  for (const event of events) {
    const last = lines.at(-1);
    if (last && sentenceOf(last.event) === sentenceOf(event)) last.times += 1;
    else lines.push({ event, times: 1 });
  }
  return lines;
};
