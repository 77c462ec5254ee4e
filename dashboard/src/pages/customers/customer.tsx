import { Tabs } from '@cloudscape-design/components';
import { type ReactNode, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { Customer } from '../../api/client.ts';
import { nameOf } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { ChoiceField } from '../../ui/form.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { ResourcePage } from '../../ui/page.tsx';
import { CopyId, Time, useGo } from '../../ui/values.tsx';
import { CardTable } from '../cards/cards.tsx';
import { DocumentTable } from '../documents/documents.tsx';
import { Timeline } from '../events/timeline.tsx';
import { PersonTable } from '../persons/persons.tsx';
import { ScreeningTable } from '../screenings/screenings.tsx';
import { VerificationTable } from '../verifications/verifications.tsx';
import { CustomerActions } from './customer-actions.tsx';
import { Features } from './features.tsx';
import { Profile } from './profile.tsx';

/** One customer, part by part; each part has its own address. */
export const Component = () => {
  const { part = 'profile' } = useParams();
  const go = useGo();
  return (
    <ResourcePage name="customer" title={nameOf} actions={(customer) => <CustomerActions customer={customer} />}>
      {(customer) => (
        <Tabs
          ariaLabel="Customer sections"
          activeTabId={part}
          onChange={({ detail: { activeTabId: id } }) =>
            go(`/customers/${customer.id}${id === 'profile' ? '' : `/${id}`}`)
          }
          // Only a business has persons.
          tabs={parts
            .filter(({ id }) => id !== 'persons' || customer.type === 'business')
            .map(({ id, label, show }) => ({
              ...{ id, label },
              content: part === id && <div className="sections">{show(customer)}</div>,
            }))}
        />
      )}
    </ResourcePage>
  );
};

type Of = { readonly customerId: string };

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
      call={{ params: { customer_id }, body: { level } }}
      onDone={({ id }) => go(`/verifications/${id}`)}
    >
      <div>The next page shows step by step what is missing.</div>
      <ChoiceField label="Level" value={level} options={levels} onChange={setLevel} />
    </ConfirmedAction>
  );
};

/** What a customer accepted: which version of which text, when and from where. */
const Agreements = ({ customerId: customer_id }: Of) => (
  <ListTable
    title="Agreements"
    route="agreements.list"
    call={{ params: { customer_id } }}
    empty="No agreements yet"
    columns={[
      { name: 'Text', cell: ({ document }) => document, width: 180 },
      { name: 'Version', cell: ({ version }) => version, width: 125 },
      { name: 'Accepted', cell: ({ accepted_at }) => <Time at={accepted_at} />, width: 125 },
      { name: 'IP address', cell: ({ ip }) => ip ?? '–', width: 150 },
      { name: 'Browser', cell: ({ user_agent }) => user_agent ?? '–', width: 180 },
      { name: 'ID', cell: ({ id }) => <CopyId value={id} name="Agreement ID" />, width: 180 },
    ]}
  />
);

const addDocument = (id: string) => (
  <ActionButton route="documents.create" to={`/customers/${id}/documents/new`}>
    Add document
  </ActionButton>
);

const issueCard = (id: string) => (
  <ActionButton route="cards.create" to={`/cards/new?customer_id=${id}`}>
    Issue card
  </ActionButton>
);

const parts: readonly {
  readonly id: string;
  readonly label: string;
  readonly show: (of: Customer) => ReactNode;
}[] = [
  { id: 'profile', label: 'Profile', show: (customer) => <Profile customer={customer} /> },
  { id: 'persons', label: 'Persons', show: ({ id }) => <PersonTable customerId={id} /> },
  { id: 'timeline', label: 'Timeline', show: ({ id }) => <Timeline customerId={id} /> },
  {
    id: 'documents',
    label: 'Documents',
    show: ({ id }) => <DocumentTable query={{ customer_id: id }} actions={addDocument(id)} />,
  },
  {
    id: 'verifications',
    label: 'Verifications',
    show: ({ id }) => <VerificationTable query={{ customer_id: id }} actions={<StartVerification customerId={id} />} />,
  },
  { id: 'screenings', label: 'Screenings', show: ({ id }) => <ScreeningTable query={{ customer_id: id }} /> },
  { id: 'features', label: 'Features', show: ({ id }) => <Features customerId={id} /> },
  { id: 'agreements', label: 'Agreements', show: ({ id }) => <Agreements customerId={id} /> },
  {
    id: 'cards',
    label: 'Cards',
    show: ({ id }) => <CardTable query={{ customer_id: id }} actions={issueCard(id)} />,
  },
];
