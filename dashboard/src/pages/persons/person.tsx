import type { Person } from '../../api/client.ts';
import { t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, Status, Time, useGo } from '../../ui/values.tsx';
import { PersonForm } from './person-form.tsx';
import { personName } from './persons.tsx';

type Of = { readonly person: Person };

const listOf = ({ customer_id }: Person): string => `/customers/${customer_id}/persons`;

/** One person of a business: who it is, and the form that changes it. */
export const Component = () => (
  <ResourcePage
    name="person"
    title={personName}
    crumbs={(person) => [
      { text: t.all.customers, to: '/customers' },
      ...(person ? [{ text: t.all.customer, to: listOf(person) }] : []),
    ]}
    actions={(person) => <Remove person={person} />}
  >
    {(person) => (
      <>
        <Overview person={person} />
        <Section title={t.all.profile}>
          <PersonForm key={person.id} person={person} customerId={person.customer_id} />
        </Section>
      </>
    )}
  </ResourcePage>
);

const Overview = ({ person }: Of) => (
  <Section
    title={t.all.overview}
    details={{
      [t.all.identity]: <Status status={person.verification.status} />,
      [t.all.verificationLevel]: person.verification.level && words(person.verification.level),
      [t.all.verified]: <Time at={person.verification.verified_at} />,
      [t.all.taxIdEndsIn]: person.tax_id_last4,
      [t.all.created]: <Time at={person.created_at} />,
      [t.all.id]: <CopyId value={person.id} name={t.persons.personId} />,
    }}
  />
);

const Remove = ({ person }: Of) => {
  const go = useGo();
  return (
    <ConfirmedAction
      route="persons.remove"
      name={t.all.remove}
      thing={personName(person)}
      call={{ params: { person_id: person.id } }}
      success={t.persons.thePersonWas}
      onDone={() => go(listOf(person))}
    >
      {t.persons.thePersonIsRemoved}
    </ConfirmedAction>
  );
};
