import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Document, Verification } from '../../api/client.ts';
import { useDenial } from '../../api/environment.tsx';
import { usePageResource, useRead, useResource } from '../../api/use-read.ts';
import { documentName, nameOf, words } from '../../texts/words.ts';
import { ChangedMeanwhile } from '../../ui/error-alert.tsx';
import { Loaded, Page, Section } from '../../ui/page.tsx';
import { Go, Status } from '../../ui/values.tsx';
import { Profile } from '../customers/profile.tsx';
import { PersonTable } from '../persons/persons.tsx';
import { Decisions } from './decisions.tsx';
import { EvidenceSections } from './evidence.tsx';
import { OpenEntries } from './open-entries.tsx';

/** One verification that waits for a decision: its documents, the profile of the customer, and the decision. */
export const Component = () => {
  const query = usePageResource('verification');
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
            {opened && opened.version !== verification.version && <ChangedMeanwhile />}
            <Shown verification={opened ?? verification} />
          </SpaceBetween>
        )}
      </Loaded>
    </Page>
  );
};

/** The version that the person opened: they decide on this one, also when a newer one was read since. */
const useOpened = (read: Verification | undefined): Verification | undefined => {
  const [opened, setOpened] = useState(read);
  if (opened === undefined && read !== undefined) setOpened(read);
  return opened ?? read;
};

const Shown = ({ verification }: { readonly verification: Verification }) => {
  const customer = useResource('customer', verification.customer_id);
  return (
    <SpaceBetween size="l">
      {verification.status !== 'processing' && (
        <Alert type="info">
          This verification needs no decision. Its status is: {words(verification.status).toLowerCase()}.{' '}
          <Go to={`/verifications/${verification.id}`}>Open the verification</Go>
        </Alert>
      )}
      {verification.status === 'processing' && <OpenEntries customerId={verification.customer_id} />}
      <Section
        title="Documents"
        description={`Level ${verification.level}. Compare the documents with each other and with the profile below.`}
      >
        <div className="documents">
          {verification.document_ids.map((id) => (
            <DocumentView key={id} id={id} of={customer.data ? nameOf(customer.data) : 'the customer'} />
          ))}
        </div>
      </Section>
      {verification.status === 'processing' && <EvidenceSections id={verification.id} />}
      <Loaded query={customer}>
        {(shown) => (
          <SpaceBetween size="l">
            <Profile customer={shown} />
            {shown.type === 'business' && <PersonTable customerId={shown.id} />}
          </SpaceBetween>
        )}
      </Loaded>
    </SpaceBetween>
  );
};

/** A link to the bytes works for five minutes; a new one is read before that. */
const link_ms = 240_000;

/** A document as it was uploaded, beside the others. */
const DocumentView = ({ id: document_id, of }: { readonly id: string; readonly of: string }) => {
  const query = useResource('document', document_id);
  return (
    <section aria-label={query.data ? documentName(query.data) : 'Document'}>
      <Loaded query={query}>
        {(document) => (
          <>
            <Box variant="h3">{documentName(document)}</Box>
            <Status status={document.status} />{' '}
            {document.person_id && <Go to={`/persons/${document.person_id}`}>Open the person</Go>}
            {document.status === 'accepted' && <Bytes document={document} of={of} />}
          </>
        )}
      </Loaded>
    </section>
  );
};

/** The types that every browser shows; the others open by their link. */
const inlineTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

const Bytes = ({ document, of }: { readonly document: Document; readonly of: string }) => {
  const denial = useDenial()('documents.download');
  const query = useRead({
    key: ['download', document.id],
    read: (api, signal) => api.documents.download({ params: { document_id: document.id }, signal }),
    follow: () => link_ms,
    enabled: denial === null,
  });
  if (denial !== null) return <Box color="text-body-secondary">{denial}</Box>;
  return (
    <Loaded query={query}>
      {({ url }) => (
        <>
          {inlineTypes.has(document.content_type) && (
            <img
              className="document"
              src={url}
              alt={`${documentName(document)} of ${of}`}
              referrerPolicy="no-referrer"
            />
          )}
          <Link external href={url} rel="noopener noreferrer" externalIconAriaLabel="Opens in a new tab">
            Open {documentName(document).toLowerCase()} in full
          </Link>
        </>
      )}
    </Loaded>
  );
};
