import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { type DocumentType, documentSides, documentTypes, sidesOf } from '../../../../functions/documents/states.ts';
import type { Api } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { words } from '../../texts/words.ts';
import { ChoiceField, fieldErrors, SubmitForm } from '../../ui/form.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useGo } from '../../ui/values.tsx';
import { personName } from '../persons/persons.tsx';
import { contentTypeOf, FileField, useUpload } from './upload.tsx';

type Body = Parameters<Api['documents']['create']>[0]['body'];

const types = documentTypes.map((value) => ({ value, label: words(value) }));
const sides = documentSides.map((value) => ({ value, label: words(value) }));

/** Whether it has to be said which side of it is sent. */
const isSided = (type: DocumentType): boolean => sidesOf[type].length > 1;

/** Adds a document: it is announced to the API, and its bytes are sent to storage. */
export const Component = () => {
  const { customer = '' } = useParams();
  const crumbs = [
    { text: 'Customers', to: '/customers' },
    { text: 'Customer', to: `/customers/${customer}/documents` },
  ];
  return (
    <Page title="Add document" crumbs={crumbs}>
      <Section title="Document">
        <UploadForm customerId={customer} />
      </Section>
    </Page>
  );
};

/** What the document is, and whose; `?type=&side=&person_id=` names what a requirement needs. */
const useKind = () => {
  const [search] = useSearchParams();
  const wanted = types.find(({ value }) => value === search.get('type'))?.value;
  const [type, setType] = useState<DocumentType>(wanted ?? 'passport');
  const [side, setSide] = useState<'front' | 'back'>(search.get('side') === 'back' ? 'back' : 'front');
  const [person, setPerson] = useState(search.get('person_id') ?? '');
  return { type, setType, side, setSide, person, setPerson };
};

const UploadForm = ({ customerId: customer_id }: { readonly customerId: string }) => {
  const go = useGo();
  const { type, setType, side, setSide, person, setPerson } = useKind();
  const [file, setFile] = useState<File | null>(null);
  const [invalid, setInvalid] = useState<string>();
  const upload = useUpload((id) => go(`/documents/${id}`));
  const announcement = useSubmit({
    send: (api, body: Body, idempotencyKey) => api.documents.create({ params: { customer_id }, body, idempotencyKey }),
    onDone: ({ id }) => file && upload.submit({ id, file }),
  });
  const sending = { busy: announcement.busy || upload.busy, error: announcement.error ?? upload.error };
  const found = fieldErrors(sending, ['/type', '/side', '/person_id', '/content_type', '/size_bytes', '/file_name']);
  const submit = () => {
    const content_type = file && contentTypeOf(file);
    if (!file || !content_type)
      return setInvalid(file ? 'Choose a JPEG, PNG, WebP, HEIC or PDF file.' : 'Choose a file.');
    const sided = isSided(type) ? { side } : {};
    const owned = person === '' ? {} : { person_id: person };
    return announcement.submit({ type, ...sided, ...owned, content_type, size_bytes: file.size, file_name: file.name });
  };
  const { fields } = found;
  return (
    <SubmitForm
      route="documents.create"
      submit="Upload"
      sending={sending}
      found={found}
      cancelTo={`/customers/${customer_id}/documents`}
      onSubmit={submit}
    >
      <ChoiceField label="Type" value={type} options={types} error={fields['/type']} onChange={setType} />
      {isSided(type) && (
        <ChoiceField label="Side" value={side} options={sides} error={fields['/side']} onChange={setSide} />
      )}
      <OwnerField customerId={customer_id} value={person} error={fields['/person_id']} onChange={setPerson} />
      <FileField
        file={file}
        error={invalid ?? fields['/content_type'] ?? fields['/size_bytes'] ?? fields['/file_name']}
        onChange={(chosen) => {
          setFile(chosen);
          setInvalid(undefined);
        }}
      />
    </SubmitForm>
  );
};

/** Whose document it is, where the customer is a business with persons. */
const OwnerField = (props: {
  readonly customerId: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (person: string) => void;
}) => {
  const { customerId: customer_id, ...field } = props;
  const { data } = useRead({
    key: ['persons', customer_id],
    read: (api, signal) => api.persons.list({ params: { customer_id }, query: { limit: 100 }, signal }),
  });
  if (!data || data.data.length === 0) return null;
  const persons = data.data.map((one) => ({ value: one.id, label: personName(one) }));
  return <ChoiceField {...field} label="About" options={[{ value: '', label: 'The business' }, ...persons]} />;
};
