import { useRead } from '../../api/use-read.ts';
import { t } from '../../texts/texts.ts';
import { Go } from '../../ui/links.tsx';
import { Loaded, Section } from '../../ui/page.tsx';
import { PlaceLink } from '../../ui/place-link.tsx';
import { Time, TimeStyle } from '../../ui/values.tsx';
import { sentenceOf } from '../events/sentences.ts';

const shown = 8;

/** The newest events of a customer and of everything that belongs to it. */
export const LatestActivity = ({ customerId: customer_id }: { readonly customerId: string }) => {
  const query = useRead('customers.timeline', { params: { customer_id }, query: { limit: shown } });
  return (
    <Section
      title={t.customers.latestActivity}
      actions={<Go to={`/customers/${customer_id}/timeline`}>{t.all.timeline}</Go>}
    >
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            t.events.noEventsYet
          ) : (
            <TimeStyle value="relative">
              <ul className="rows">
                {data.map((event) => (
                  <li key={event.id}>
                    <PlaceLink to={`/events/${event.id}`}>{sentenceOf(event)}</PlaceLink>
                    <span className="muted">
                      <Time at={event.created_at} />
                    </span>
                  </li>
                ))}
              </ul>
            </TimeStyle>
          )
        }
      </Loaded>
    </Section>
  );
};
