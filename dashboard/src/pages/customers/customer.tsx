import { Fragment, type ReactNode, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { Customer } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { filled, inSentence, t } from '../../texts/texts.ts';
import { nameOf, words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { ChoiceField, choicesOf, TextField } from '../../ui/fields.tsx';
import type { Details } from '../../ui/header.tsx';
import { useGo } from '../../ui/links.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Loading, ResourcePage } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CopyId, Status, Time } from '../../ui/values.tsx';
import { DocumentTable } from '../documents/documents.tsx';
import { Timeline } from '../events/timeline.tsx';
import { PersonTable } from '../persons/persons.tsx';
import { ScreeningTable } from '../screenings/screenings.tsx';
import { VerificationTable } from '../verifications/verifications.tsx';
import { CustomerCards } from './customer-cards.tsx';
import { Features } from './features.tsx';
import { LatestActivity } from './latest-activity.tsx';
import { Missing, Profile } from './profile.tsx';

/** One customer on one page: who it is, its cards and what happened last; its identity and its timeline are beside. */
export const Component = () => {
  const { customer: customer_id = '', part = 'profile' } = useParams();
  const tab = tabOf(part);
  // Read at the same time, so that nothing moves when it comes.
  const of = { params: { customer_id } };
  useRead('customer-features.list', of, { enabled: tab !== 'timeline' });
  const go = useGo();
  return (
    <ResourcePage
      name="customer"
      title={nameOf}
      status={({ status }) => <Status status={status} />}
      facts={factsOf}
      actions={(customer) => <CustomerActions customer={customer} />}
    >
      {(customer) => (
        <Tabs
          label={t.customers.customerSections}
          names={t.customers.tabs}
          chosen={tab}
          onChoose={(id) => go(`/customers/${customer.id}${id === 'overview' ? '' : `/${id}`}`)}
        >
          {(id) => {
            const Shown = tabs[id];
            return <Shown customer={customer} part={part} />;
          }}
        </Tabs>
      )}
    </ResourcePage>
  );
};

const factsOf = ({ verification, email, created_at }: Customer): Details => ({
  [t.all.identity]: <Status status={verification.status} />,
  [t.all.eMailAddress]: email,
  [t.all.created]: <Time at={created_at} />,
});

/** Actions on a whole customer. */
const CustomerActions = ({ customer }: { readonly customer: Customer }) => (
  <>
    <ActionButton
      route="customers.update"
      name={t.customers.editProfile}
      unable={customer.status === 'closed' ? t.customers.theCustomerIs : null}
      to={`/customers/${customer.id}/edit`}
    />
    {customer.allowed_actions.map((verb) => (
      <Act key={`${verb} ${customer.version}`} customer={customer} verb={verb} />
    ))}
  </>
);

type Acting = { readonly customer: Customer; readonly verb: Customer['allowed_actions'][number] };

const Act = ({ customer, verb }: Acting) => {
  const [reason, setReason] = useState('');
  const params = { customer_id: customer.id };
  return (
    <ConfirmedAction
      route={`customers.${verb}`}
      name={verb === 'close' ? t.customers.closeCustomer : words(verb)}
      thing={nameOf(customer)}
      call={{ params, body: reason.trim() === '' ? {} : { reason: reason.trim() } }}
      success={({ status, redaction }) =>
        redaction
          ? t.customers.beingRedacted
          : filled(t.customers.statusNow, { status: inSentence(words(status)) })
      }
    >
      {t.customers.meanings[verb]}
      {verb !== 'redact' && (
        <TextField
          label={t.customers.reasonOptional}
          hint={t.customers.forYourOwnRecords}
          value={reason}
          onChange={setReason}
        />
      )}
    </ConfirmedAction>
  );
};

type Of = { readonly customerId: string };

const levels = choicesOf(t.customers.levels);
type Level = keyof typeof t.customers.levels;

const StartVerification = ({ customerId: customer_id }: Of) => {
  const go = useGo();
  const [search] = useSearchParams();
  const [level, setLevel] = useState<Level>(
    search.get('begin') === 'enhanced' ? 'enhanced' : 'standard',
  );
  return (
    <ConfirmedAction
      route="verifications.create"
      name={t.customers.startVerification}
      call={{ params: { customer_id }, body: { level } }}
      onDone={({ id }) => go(`/verifications/${id}`)}
    >
      <div>{t.customers.theNextPageShows}</div>
      <ChoiceField label={t.all.level} value={level} options={levels} onChange={setLevel} />
    </ConfirmedAction>
  );
};

/** The agreements that a customer accepted: which version of which text, when and from where. */
const Agreements = ({ customerId: customer_id }: Of) => (
  <ListTable
    title={t.customers.agreements}
    route="agreements.list"
    call={{ params: { customer_id } }}
    empty={t.customers.noAgreementsYet}
    columns={[
      { name: t.customers.text, cell: ({ document }) => document, width: 180 },
      { name: t.all.version, cell: ({ version }) => version },
      { name: t.customers.accepted, cell: ({ accepted_at }) => <Time at={accepted_at} /> },
      { name: t.all.ipAddress, cell: ({ ip }) => ip, width: 150 },
      { name: t.customers.browser, cell: ({ user_agent }) => user_agent, width: 180 },
      {
        name: t.all.id,
        cell: ({ id }) => <CopyId value={id} name={t.customers.agreementId} />,
        width: 180,
      },
    ]}
  />
);

type Shown = { readonly customer: Customer; readonly part: string };

const Overview = ({ customer }: Shown) => {
  const of = { params: { customer_id: customer.id } };
  // The sections below begin with it, so that it moves none of them when it comes.
  const { data: features, isPending } = useRead('customer-features.list', of);
  return (
    <div className="beside">
      <Profile customer={customer} />
      {isPending ? (
        <Loading />
      ) : (
        <div className="sections">
          <Missing features={features?.data ?? []} />
          <CustomerCards customerId={customer.id} />
          <LatestActivity customerId={customer.id} />
        </div>
      )}
    </div>
  );
};

const identityParts: Readonly<Record<string, (of: Customer) => ReactNode>> = {
  features: ({ id }) => <Features customerId={id} />,
  persons: ({ id, type }) => type === 'business' && <PersonTable customerId={id} />,
  verifications: ({ id }) => (
    <VerificationTable
      query={{ customer_id: id }}
      actions={<StartVerification customerId={id} />}
    />
  ),
  documents: ({ id }) => (
    <DocumentTable
      query={{ customer_id: id }}
      actions={
        <ActionButton
          route="documents.create"
          to={`/customers/${id}/documents/new`}
          name={t.all.addDocument}
        />
      }
    />
  ),
  screenings: ({ id }) => <ScreeningTable query={{ customer_id: id }} />,
  agreements: ({ id }) => <Agreements customerId={id} />,
};

/** All that a verification rests on: the part that a link asked for is the first. */
const Identity = ({ customer, part }: Shown) => (
  <div className="sections">
    {Object.entries(identityParts)
      .toSorted(([one], [other]) => Number(other === part) - Number(one === part))
      .map(([name, show]) => (
        <Fragment key={name}>{show(customer)}</Fragment>
      ))}
  </div>
);

const tabs = {
  overview: Overview,
  identity: Identity,
  timeline: ({ customer }: Shown) => <Timeline customerId={customer.id} />,
};
type Tab = keyof typeof tabs;

/** The tab of a part: each part has its own address. */
const tabOf = (part: string): Tab => {
  if (part === 'timeline') return 'timeline';
  return part === 'identity' || Object.hasOwn(identityParts, part) ? 'identity' : 'overview';
};
