import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { Verification } from '../api/objects.ts';
import { useObject } from '../api/use-object.ts';
import { nameOf, words } from '../texts/words.ts';
import { Section } from '../ui/details.tsx';
import { Go } from '../ui/go.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { ChangedSince } from '../ui/reload.tsx';
import { Profile } from './customers/profile.tsx';
import { Decisions } from './reviews/decisions.tsx';
import { Paper } from './reviews/paper.tsx';

/** One verification that waits: what the customer says, what the documents show, and the decision. */
export const Component = () => {
  const { verification: verification_id = '' } = useParams();
  const query = useObject('verification', verification_id);
  const opened = useOpened(query.data);
  return (
    <Page
      title="Review"
      crumbs={[{ text: 'Identity review', to: '/reviews' }]}
      actions={opened?.status === 'processing' && <Decisions verification={opened} />}
    >
      <Loaded query={query}>
        {(verification) => (
          <SpaceBetween size="l">
            {opened && opened.version !== verification.version && <ChangedSince />}
            <Shown verification={opened ?? verification} />
          </SpaceBetween>
        )}
      </Loaded>
    </Page>
  );
};

/** What the person began to look at, whatever is read again meanwhile: that version is the one they decide over. */
const useOpened = (read: Verification | undefined): Verification | undefined => {
  const [opened, setOpened] = useState(read);
  if (opened === undefined && read !== undefined) setOpened(read);
  return opened ?? read;
};

const Shown = ({ verification }: { readonly verification: Verification }) => {
  const customer = useObject('customer', verification.customer_id);
  return (
    <SpaceBetween size="l">
      {verification.status !== 'processing' && (
        <Alert type="info">
          This verification needs no decision. Its status is: {words(verification.status).toLowerCase()}.{' '}
          <Go to={`/verifications/${verification.id}`}>Open the verification</Go>
        </Alert>
      )}
      <Section
        title="Documents"
        description={`Level ${verification.level}. Compare the documents with each other and with the profile below.`}
      >
        <div className="papers">
          {verification.document_ids.map((id) => (
            <Paper key={id} id={id} of={customer.data ? nameOf(customer.data) : 'the customer'} />
          ))}
        </div>
      </Section>
      <Loaded query={customer}>{(shown) => <Profile customer={shown} />}</Loaded>
    </SpaceBetween>
  );
};
