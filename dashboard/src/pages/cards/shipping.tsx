import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Card } from '../../api/objects.ts';
import { words } from '../../texts/words.ts';
import { Facts, Section } from '../../ui/details.tsx';
import { Status } from '../../ui/status.tsx';
import { Day, Time } from '../../ui/time.tsx';
import { addressInWords } from '../customers/profile.tsx';

/** Where the parcel of a physical card is. */
export const Shipping = ({ shipping }: { readonly shipping: NonNullable<Card['shipping']> }) => (
  <Section title="Shipping">
    <SpaceBetween size="m">
      <Facts
        facts={[
          ['Status', <Status key="status" status={shipping.status} />],
          ['Recipient', shipping.recipient],
          ['Address', addressInWords(shipping.address)],
          ['Method', words(shipping.method)],
          ['Carrier', shipping.carrier],
          ['Tracking number', <Tracking key="tracking" of={shipping} />],
          ['Expected delivery', <Day key="expected" on={shipping.estimated_delivery} />],
        ]}
      />
      <ol className="plain-list" aria-label="Shipping history">
        {shipping.history.map(({ status, at }) => (
          <li key={`${status} ${at}`}>
            {words(status)}, <Time at={at} />
          </li>
        ))}
      </ol>
    </SpaceBetween>
  </Section>
);

/** The number of a parcel, which leads to its carrier. The address came from there: only what the web is read by is a link. */
const Tracking = ({ of: { tracking_number, tracking_url } }: { readonly of: NonNullable<Card['shipping']> }) =>
  tracking_url?.startsWith('https://') ? (
    <Link external href={tracking_url} rel="noopener noreferrer" externalIconAriaLabel="Opens in a new tab">
      {tracking_number ?? 'Track the card'}
    </Link>
  ) : (
    (tracking_number ?? '–')
  );
