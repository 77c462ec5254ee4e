import { Page, Section } from '../ui/page.tsx';
import { Go } from '../ui/values.tsx';

/** Manage → Configure: what is set up once. */
export const Component = () => (
  <Page title="Configure" crumbs={[{ text: 'Manage' }]}>
    <Section title="API keys">
      <Go to="/configure/api-keys">Copy, rotate and revoke the keys of this environment</Go>
    </Section>
    <Section title="People">
      <Go to="/configure/people">Manage who can sign in, and their roles</Go>
    </Section>
  </Page>
);
