import type { Delivery } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { attemptText } from '../../texts/webhooks.ts';
import { Loaded, Section } from '../../ui/page.tsx';
import { Go, Time } from '../../ui/values.tsx';

/** Read at once: the newest, and every figure is of them. */
const read_max = 100;

/** What was not delivered to an endpoint, grouped by the result of the last attempt. */
export const Failures = ({ webhookId: webhook_id }: { readonly webhookId: string }) => {
  const query = useRead({
    key: ['failures', webhook_id],
    read: (api, signal) =>
      api.deliveries.list({ query: { webhook_id, status: 'undelivered', limit: read_max }, signal }),
  });
  return (
    <Loaded query={query}>
      {({ data, has_more }) =>
        data.length > 0 && (
          <Section title="Failed deliveries by cause" {...(has_more && { description: `The newest ${data.length}.` })}>
            <ul className="plain-list">
              {[...byCause(data)].map(([cause, found]) => (
                <li key={cause}>
                  {found.length} × {cause}, last created <Time at={found[0]?.created_at ?? null} />
                </li>
              ))}
            </ul>
            <Go to={`/deliveries?webhook_id=${webhook_id}&status=undelivered`}>Failed deliveries</Go>
          </Section>
        )
      }
    </Loaded>
  );
};

/** The most frequent cause first. */
const byCause = (deliveries: readonly Delivery[]) =>
  [...Map.groupBy(deliveries, ({ last_attempt }) => attemptText(last_attempt))].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
