import { useParams, useSearchParams } from 'react-router';
import { t } from '../../texts/texts.ts';
import { Page, Section } from '../../ui/page.tsx';
import { PersonForm } from './person-form.tsx';

/** Adds a person to a business; `?role=` names the role that a requirement needs. */
export const Component = () => {
  const { customer = '' } = useParams();
  const [search] = useSearchParams();
  const crumbs = [
    { text: t.all.customers, to: '/customers' },
    { text: t.all.customer, to: `/customers/${customer}/persons` },
  ];
  return (
    <Page title={t.persons.addPerson} crumbs={crumbs}>
      <Section title={t.all.person}>
        <PersonForm customerId={customer} initial={search.getAll('role')} />
      </Section>
    </Page>
  );
};
