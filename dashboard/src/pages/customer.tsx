import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { lazy, type ReactNode, Suspense } from 'react';
import { useParams } from 'react-router';
import type { Customer } from '../api/objects.ts';
import { useObject } from '../api/use-object.ts';
import { nameOf } from '../texts/words.ts';
import { useGo } from '../ui/go.tsx';
import { Loaded, Loading } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { CustomerActions } from './customers/actions.tsx';
import { Profile } from './customers/profile.tsx';

const Timeline = lazy(() => import('./customers/timeline.tsx').then(({ Timeline: part }) => ({ default: part })));
const Documents = lazy(() => import('./customers/documents.tsx').then(({ Documents: part }) => ({ default: part })));
const Verifications = lazy(() =>
  import('./customers/verifications.tsx').then(({ Verifications: part }) => ({ default: part })),
);
const Features = lazy(() => import('./customers/features.tsx').then(({ Features: part }) => ({ default: part })));
const Cards = lazy(() =>
  import('./customers/customer-cards.tsx').then(({ CustomerCards: part }) => ({ default: part })),
);

/** One customer, part by part; each part has its own address. */
export const Component = () => {
  const { customer: customer_id = '', part = 'profile' } = useParams();
  const go = useGo();
  const query = useObject('customer', customer_id);
  return (
    <Page
      title={query.data ? nameOf(query.data) : 'Customer'}
      crumbs={[{ text: 'Customers', to: '/customers' }]}
      actions={query.data && <CustomerActions customer={query.data} />}
    >
      <Loaded query={query}>
        {(customer) => (
          <Tabs
            ariaLabel="Customer sections"
            activeTabId={part}
            onChange={({ detail }) =>
              go(`/customers/${customer_id}${detail.activeTabId === 'profile' ? '' : `/${detail.activeTabId}`}`)
            }
            tabs={parts.map(({ id, label, show }) => ({
              id,
              label,
              content: part === id && (
                <Suspense fallback={<Loading />}>
                  <SpaceBetween size="l">{show(customer)}</SpaceBetween>
                </Suspense>
              ),
            }))}
          />
        )}
      </Loaded>
    </Page>
  );
};

const parts: readonly { readonly id: string; readonly label: string; readonly show: (of: Customer) => ReactNode }[] = [
  { id: 'profile', label: 'Profile', show: (customer) => <Profile customer={customer} /> },
  { id: 'timeline', label: 'Timeline', show: ({ id }) => <Timeline customerId={id} /> },
  { id: 'documents', label: 'Documents', show: ({ id }) => <Documents customerId={id} /> },
  { id: 'verifications', label: 'Verifications', show: ({ id }) => <Verifications customerId={id} /> },
  { id: 'features', label: 'Features', show: ({ id }) => <Features customerId={id} /> },
  { id: 'cards', label: 'Cards', show: ({ id }) => <Cards customerId={id} /> },
];
