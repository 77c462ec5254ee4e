import { t } from '../texts/texts.ts';
import { Go } from '../ui/links.tsx';
import { Page, Section } from '../ui/page.tsx';

/** Manage → Configure: what is set up once. */
export const Component = () => (
  <Page title={t.all.configure} crumbs={[{ text: t.all.manage }]}>
    <Section title={t.all.apiKeys}>
      <Go to="/configure/api-keys">{t.configure.copyRotateAnd}</Go>
    </Section>
    <Section title={t.all.people}>
      <Go to="/configure/people">{t.configure.manageWhoCanSignIn}</Go>
    </Section>
  </Page>
);
