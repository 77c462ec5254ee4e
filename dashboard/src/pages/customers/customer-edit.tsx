import { t } from '../../texts/texts.ts';
import { nameOf } from '../../texts/words.ts';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { CustomerForm } from './profile-form.tsx';

/** Changes a profile; `?fields=` names the fields that a requirement needs. */
export const Component = () => (
  <ResourcePage
    name="customer"
    title={t.customers.editProfile}
    crumbs={(customer, id) => [
      { text: t.all.customers, to: '/customers' },
      { text: customer ? nameOf(customer) : t.all.customer, to: `/customers/${id}` },
    ]}
  >
    {(customer) => (
      <Section title={t.all.profile} description={t.customers.ifYouChangeA}>
        <CustomerForm key={customer.id} customer={customer} />
      </Section>
    )}
  </ResourcePage>
);
