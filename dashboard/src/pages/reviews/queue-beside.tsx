import { useReading } from '../../api/use-read.ts';
import { number, t } from '../../texts/texts.ts';
import { nameOf } from '../../texts/words.ts';
import { useCustomersOf } from '../../ui/links.tsx';
import { PlaceLink } from '../../ui/place-link.tsx';
import { Holder, readQueue, useHolder, waitedText } from './queue.tsx';

const queue_ms = 30_000;

/** So many are listed, the longest wait first; the page of the queue has all. */
const shown_max = 50;

/** The queue beside the verification that is open. */
export const QueueBeside = ({ current }: { readonly current: string }) => {
  const { holderIn } = useHolder();
  const { data = [] } = useReading(
    ['verifications.list-all', 'queue'],
    async (api, signal) => {
      const body = await readQueue(api, signal);
      await holderIn(body);
      return { body };
    },
    { follow: () => queue_ms },
  );
  const shown = data.slice(0, shown_max);
  const names = new Map(useCustomersOf(shown).map((one) => [one.id, nameOf(one)]));
  return (
    <nav className="queue" aria-label={t.reviews.queue}>
      <h2>
        {t.reviews.queue} <span className="muted">{number(data.length)}</span>
      </h2>
      <ol>
        {shown.map((one) => (
          <li key={one.id} aria-current={one.id === current ? 'true' : undefined}>
            <PlaceLink to={`/reviews/${one.id}`}>{names.get(one.customer_id) ?? '…'}</PlaceLink>
            <span className="muted">{waitedText(one, Date.now())}</span>
            <span className="muted">
              <Holder verification={one} />
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
};
