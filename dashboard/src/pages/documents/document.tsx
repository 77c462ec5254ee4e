import { Alert } from '@cloudscape-design/components';
import { useState } from 'react';
import type { Document } from '../../api/client.ts';
import { followDelay } from '../../api/follow.ts';
import { documentName } from '../../texts/words.ts';
import { SubmitForm } from '../../ui/form.tsx';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, CustomerLink, Status, Time } from '../../ui/values.tsx';
import { contentTypeOf, FileField, useUpload } from './upload.tsx';

const rejections: Readonly<Record<string, string>> = {
  content_type_mismatch: 'The file type does not match the announced type. Add the document again.',
  unreadable: 'The file is damaged or incomplete. Add a sharp, complete picture.',
  too_small: 'The picture is too small. Its shorter side must have at least 600 pixels.',
  too_large: 'The picture is too large. It may have at most 100 megapixels.',
  password_protected: 'The file is protected with a password. Add a file without a password.',
};

/** One document, read again until it was checked. */
export const Component = () => (
  <ResourcePage
    name="document"
    title={documentName}
    crumbs={(document) => [
      { text: 'Customers', to: '/customers' },
      ...(document ? [{ text: 'Documents', to: `/customers/${document.customer_id}/documents` }] : []),
    ]}
    follow={({ status, updated_at }) =>
      status === 'processing' || status === 'awaiting_upload' ? followDelay(updated_at, Date.now()) : false
    }
  >
    {(document) => (
      <>
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
        <Section
          title="Document"
          details={{
            Status: <Status status={document.status} />,
            Customer: <CustomerLink of={document} />,
            File: <span className="wrap-anywhere">{document.file_name ?? '–'}</span>,
            Type: document.content_type,
            Size: `${document.size_bytes.toLocaleString('en')} bytes`,
            'Valid until': document.expires_on ?? 'Not stated',
            Created: <Time at={document.created_at} />,
            ID: <CopyId value={document.id} name="Document ID" />,
          }}
        />
        {document.status === 'awaiting_upload' && <Upload document={document} />}
      </>
    )}
  </ResourcePage>
);

const Upload = ({ document }: { readonly document: Document }) => {
  const [file, setFile] = useState<File | null>(null);
  const [invalid, setInvalid] = useState<string>();
  const upload = useUpload(() => setFile(null));
  const submit = () => {
    if (!file) return setInvalid('Choose a file.');
    if (file.size !== document.size_bytes || contentTypeOf(file) !== document.content_type)
      return setInvalid('This is not the announced file. Choose that file or add a new document.');
    return upload.submit({ id: document.id, file });
  };
  return (
    <Section
      title="Upload"
      description={`Choose the announced file: ${document.content_type}, ${document.size_bytes} bytes.`}
    >
      <SubmitForm route="documents.create" submit="Upload" sending={upload} onSubmit={submit}>
        <FileField
          file={file}
          error={invalid}
          onChange={(chosen) => {
            setFile(chosen);
            setInvalid(undefined);
          }}
        />
      </SubmitForm>
    </Section>
  );
};
