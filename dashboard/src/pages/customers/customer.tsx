import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { type ReactNode, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { Customer } from '../../api/client.ts';
import { usePageResource } from '../../api/use-read.ts';
import { nameOf } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { ChoiceField } from '../../ui/form.tsx';
import { Loaded, Page } from '../../ui/page.tsx';
import { useGo } from '../../ui/values.tsx';
import { CardTable } from '../cards/cards.tsx';
import { DocumentTable } from '../documents/documents.tsx';
import { Timeline } from '../events/timeline.tsx';
import { PersonTable } from '../persons/persons.tsx';
import { ScreeningTable } from '../screenings/screenings.tsx';
import { VerificationTable } from '../verifications/verifications.tsx';
import { AgreementTable } from './agreements.tsx';
import { CustomerActions } from './customer-actions.tsx';
import { Features } from './features.tsx';
import { Profile } from './profile.tsx';

/** One customer, part by part; each part has its own address. */
export const Component = () => {
  const { part = 'profile' } = useParams();
  const go = useGo();
  const query = usePageResource('customer');
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
            onChange={({ detail: { activeTabId: id } }) =>
              go(`/customers/${customer.id}${id === 'profile' ? '' : `/${id}`}`)
            }
            tabs={partsOf(customer).map(({ id, label, show }) => ({
              ...{ id, label },
              content: part === id && <SpaceBetween size="l">{show(customer)}</SpaceBetween>,
            }))}
          />
        )}
      </Loaded>
    </Page>
  );
};

type Of = { readonly customerId: string };

const Documents = ({ customerId: customer_id }: Of) => (
  <DocumentTable
    query={{ customer_id }}
    actions={
      <ActionButton route="documents.create" to={`/customers/${customer_id}/documents/new`}>
        Add document
      </ActionButton>
    }
  />
);

const levels = [
  { value: 'standard', label: 'Standard', description: 'A government document and a selfie' },
  { value: 'enhanced', label: 'Enhanced', description: 'Also a proof of address' },
] as const;
type Level = (typeof levels)[number]['value'];

const StartVerification = ({ customerId: customer_id }: Of) => {
  const go = useGo();
  const [search] = useSearchParams();
  const [level, setLevel] = useState<Level>(search.get('begin') === 'enhanced' ? 'enhanced' : 'standard');
  return (
    <ConfirmedAction
      route="verifications.create"
      name="Start verification"
      input={{ level }}
      send={(api, body, idempotencyKey) => api.verifications.create({ params: { customer_id }, body, idempotencyKey })}
      onDone={({ id }) => go(`/verifications/${id}`)}
    >
      <div>The next page shows step by step what is missing.</div>
      <ChoiceField label="Level" value={level} options={levels} onChange={setLevel} />
    </ConfirmedAction>
  );
};

const Cards = ({ customerId: customer_id }: Of) => (
  <CardTable
    query={{ customer_id }}
    actions={
      <ActionButton route="cards.create" to={`/cards/new?customer_id=${customer_id}`}>
        Issue card
      </ActionButton>
    }
  />
);

type Part = { readonly id: string; readonly label: string; readonly show: (of: Customer) => ReactNode };

/** Only a business has persons. */
const partsOf = ({ type }: Customer): readonly Part[] =>
  parts.filter(({ id }) => id !== 'persons' || type === 'business');

const parts: readonly Part[] = [
  { id: 'profile', label: 'Profile', show: (customer) => <Profile customer={customer} /> },
  { id: 'persons', label: 'Persons', show: ({ id }) => <PersonTable customerId={id} /> },
  { id: 'timeline', label: 'Timeline', show: ({ id }) => <Timeline customerId={id} /> },
  { id: 'documents', label: 'Documents', show: ({ id }) => <Documents customerId={id} /> },
  {
    id: 'verifications',
    label: 'Verifications',
    show: ({ id }) => <VerificationTable query={{ customer_id: id }} actions={<StartVerification customerId={id} />} />,
  },
  { id: 'screenings', label: 'Screenings', show: ({ id }) => <ScreeningTable query={{ customer_id: id }} /> },
  { id: 'features', label: 'Features', show: ({ id }) => <Features customerId={id} /> },
  { id: 'agreements', label: 'Agreements', show: ({ id }) => <AgreementTable customerId={id} /> },
  { id: 'cards', label: 'Cards', show: ({ id }) => <Cards customerId={id} /> },
];
