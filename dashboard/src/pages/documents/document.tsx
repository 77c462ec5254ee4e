import type { Document } from '../../api/client.ts';
import { followDelay } from '../../api/follow.ts';
import { filled, number, t, textOf } from '../../texts/texts.ts';
import { documentName } from '../../texts/words.ts';
import { Alert } from '../../ui/alert.tsx';
import { SubmitForm } from '../../ui/form.tsx';
import { CustomerLink } from '../../ui/links.tsx';
import { customerCrumbs, ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, Status, Time } from '../../ui/values.tsx';
import { contentTypeOf, useFile, useUpload } from './upload.tsx';

/** One document, read again until it was checked. */
export const Component = () => (
  <ResourcePage
    name="document"
    title={documentName}
    status={({ status }) => <Status status={status} />}
    facts={(document) => ({
      [t.all.customer]: <CustomerLink of={document} />,
      [t.documents.validUntil]: document.expires_on ?? t.all.notStated,
      [t.all.created]: <Time at={document.created_at} />,
    })}
    crumbs={(document) => customerCrumbs(t.all.documents, 'documents', document?.customer_id)}
    follow={({ status, updated_at }) =>
      status === 'processing' || status === 'awaiting_upload'
        ? followDelay(updated_at, Date.now())
        : false
    }
  >
    {(document) => (
      <>
        <div aria-live="polite">
          {document.status === 'processing' && (
            <Alert type="info">{t.documents.theFileIsBeing}</Alert>
          )}
          {document.status === 'accepted' && (
            <Alert type="success">{t.documents.theDocumentCanBe}</Alert>
          )}
          {document.status_reason && (
            <Alert type="error" header={t.documents.thisDocumentCannot}>
              {textOf(t.documents.rejections, document.status_reason)}
            </Alert>
          )}
        </div>
        <Section
          title={t.all.document}
          details={{
            [t.documents.file]: document.file_name && (
              <span className="wrap-anywhere">{document.file_name}</span>
            ),
            [t.all.type]: document.content_type,
            [t.documents.size]: filled(t.documents.sizeBytesBytes, {
              size_bytes: number(document.size_bytes),
            }),
            [t.all.id]: <CopyId value={document.id} name={t.documents.documentId} />,
          }}
        />
        {document.status === 'awaiting_upload' && <Upload document={document} />}
      </>
    )}
  </ResourcePage>
);

const Upload = ({ document }: { readonly document: Document }) => {
  const { file, fileField, setInvalid, clear } = useFile();
  const upload = useUpload(clear);
  const submit = () => {
    if (!file) return setInvalid(t.documents.chooseAFile);
    if (file.size !== document.size_bytes || contentTypeOf(file) !== document.content_type)
      return setInvalid(t.documents.thisIsNotThe);
    return upload.submit({ id: document.id, file });
  };
  return (
    <Section
      title={t.documents.upload}
      description={filled(t.documents.chooseTheAnnounced, {
        content_type: document.content_type,
        size_bytes: document.size_bytes,
      })}
    >
      <SubmitForm
        route="documents.create"
        submit={t.documents.upload}
        sending={upload}
        onSubmit={submit}
      >
        {fileField}
      </SubmitForm>
    </Section>
  );
};
