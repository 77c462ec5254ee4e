import { useParams, useSearchParams } from 'react-router';
import { t } from '../../texts/texts.ts';
import { customerCrumbs, Page, Section } from '../../ui/page.tsx';
import { PersonForm } from './person.tsx';

/** Adds a person to a business; `?role=` names the role that a requirement needs. */
export const Component = () => {
  const { customer = '' } = useParams();
  const [search] = useSearchParams();
  return (
    <Page title={t.persons.addPerson} crumbs={customerCrumbs(t.all.customer, 'persons', customer)}>
      <Section title={t.all.person}>
        <PersonForm customerId={customer} initial={search.getAll('role')} />
      </Section>
    </Page>
  );
};
