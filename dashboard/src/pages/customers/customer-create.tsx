import { t } from '../../texts/texts.ts';
import { Page, Section } from '../../ui/page.tsx';
import { CustomerForm } from './customer-edit.tsx';

/** Creates a customer: a name is enough, the rest may come later. */
export const Component = () => (
  <Page title={t.all.createCustomer} crumbs={[{ text: t.all.customers, to: '/customers' }]}>
    <Section title={t.all.profile} description={t.customers.aNameIsEnoughTo}>
      <CustomerForm />
    </Section>
  </Page>
);
