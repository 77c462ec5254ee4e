import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useRefusal } from '../api/environment.tsx';
import { followDelay } from '../api/follow.ts';
import type { Document } from '../api/objects.ts';
import { useObject } from '../api/use-object.ts';
import { CopyId } from '../ui/copy.tsx';
import { Facts, Section } from '../ui/details.tsx';
import { SubmitForm } from '../ui/form.tsx';
import { Go } from '../ui/go.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { titleOf } from './documents/document-table.tsx';
import { FileField } from './documents/file-field.tsx';
import { contentTypeOf } from './documents/upload.ts';
import { useUpload } from './documents/use-upload.ts';

const rejections: Readonly<Record<string, string>> = {
  content_type_mismatch: 'The file type does not match the announced type. Add the document again.',
  unreadable: 'The file is damaged or incomplete. Add a sharp, complete picture.',
  too_small: 'The picture is too small. Its shorter side must have at least 600 pixels.',
  password_protected: 'The file is protected with a password. Add a file without a password.',
};

/** One document, followed until its bytes were inspected. */
export const Component = () => {
  const { document: document_id = '' } = useParams();
  const query = useObject('document', document_id, ({ status, updated_at }) =>
    status === 'processing' || status === 'awaiting_upload' ? followDelay(updated_at, Date.now()) : false,
  );
  const document = query.data;
  const crumbs = [
    { text: 'Customers', to: '/customers' },
    ...(document ? [{ text: 'Documents', to: `/customers/${document.customer_id}/documents` }] : []),
  ];
  return (
    <Page title={document ? titleOf(document) : 'Document'} crumbs={crumbs}>
      <Loaded query={query}>{(shown) => <Shown document={shown} />}</Loaded>
    </Page>
  );
};

const Shown = ({ document }: { readonly document: Document }) => (
  <SpaceBetween size="l">
    <div aria-live="polite">
      {document.status === 'processing' && (
        <Alert type="info">The file is being checked. This page updates automatically.</Alert>
      )}
      {document.status === 'accepted' && <Alert type="success">The document can be used for a verification.</Alert>}
      {document.status_reason && (
        <Alert type="error" header="This document cannot be used">
          {rejections[document.status_reason]}
        </Alert>
      )}
    </div>
    <Section title="Document">
      <Facts
        facts={[
          ['Status', <Status key="status" status={document.status} />],
          [
            'Customer',
            <Go key="customer" to={`/customers/${document.customer_id}`}>
              {document.customer_id}
            </Go>,
          ],
          [
            'File',
            <span key="file" className="wrap-anywhere">
              {document.file_name ?? '–'}
            </span>,
          ],
          ['Type', document.content_type],
          ['Size', `${document.size_bytes.toLocaleString('en')} bytes`],
          ['Created', <Time key="made" at={document.created_at} />],
          ['ID', <CopyId key="id" value={document.id} name="Document ID" />],
        ]}
      />
    </Section>
    {document.status === 'awaiting_upload' && <Awaited document={document} />}
  </SpaceBetween>
);

const Awaited = ({ document }: { readonly document: Document }) => {
  const [file, setFile] = useState<File | null>(null);
  const [unfit, setUnfit] = useState<string>();
  const upload = useUpload(() => setFile(null));
  const submit = () => {
    if (!file) return setUnfit('Choose a file.');
    if (file.size !== document.size_bytes || contentTypeOf(file) !== document.content_type)
      return setUnfit('This is not the announced file. Choose that file or add a new document.');
    return upload.submit({ id: document.id, file });
  };
  return (
    <Section
      title="Upload"
      description={`Choose the announced file: ${document.content_type}, ${document.size_bytes} bytes.`}
    >
      <SubmitForm
        submit="Upload"
        sending={upload}
        found={{ fields: {}, others: [] }}
        unable={useRefusal()('documents.create')}
        onSubmit={submit}
      >
        <FileField
          file={file}
          error={unfit}
          onChange={(chosen) => {
            setFile(chosen);
            setUnfit(undefined);
          }}
        />
      </SubmitForm>
    </Section>
  );
};
