import { useParams, useSearchParams } from 'react-router';
import {
  type DocumentType,
  documentSides,
  documentTypes,
  sidesOf,
} from '../../../../functions/identity/documents/states.ts';
import { useRead } from '../../api/use-read.ts';
import { t } from '../../texts/texts.ts';
import { personName } from '../../texts/words.ts';
import { ChoiceField, optionsOf } from '../../ui/fields.tsx';
import { SubmitForm, type Typing, useTyped } from '../../ui/form.tsx';
import { useGo } from '../../ui/links.tsx';
import { customerCrumbs, Page, Section } from '../../ui/page.tsx';
import { useChange } from '../../ui/use-submit.ts';
import { contentTypeOf, useFile, useUpload } from './upload.tsx';

/** Whether it has to be said which side of it is sent. */
const isSided = (type: DocumentType): boolean => sidesOf[type].length > 1;

/** Adds a document: it is announced to the API, and its bytes are sent to storage. */
export const Component = () => {
  const { customer: customer_id = '' } = useParams();
  const list = `/customers/${customer_id}/documents`;
  const go = useGo();
  const [search] = useSearchParams();
  // The address names what a requirement needs.
  const { typed, field } = useTyped<{
    type: DocumentType;
    side: 'front' | 'back';
    person_id: string;
  }>({
    type: documentTypes.find((one) => one === search.get('type')) ?? 'passport',
    side: search.get('side') === 'back' ? 'back' : 'front',
    person_id: search.get('person_id') ?? '',
  });
  const { file, fileField, setInvalid } = useFile();
  const upload = useUpload((id) => go(`/documents/${id}`));
  const announcement = useChange('documents.create', {
    onDone: ({ id }) => file && upload.submit({ id, file }),
  });
  const { type, side, person_id } = typed;
  const submit = () => {
    const content_type = file && contentTypeOf(file);
    if (!file || !content_type)
      return setInvalid(file ? t.documents.chooseAJpegPngWebp : t.documents.chooseAFile);
    const what = { type, ...(isSided(type) && { side }), ...(person_id !== '' && { person_id }) };
    const body = { ...what, content_type, size_bytes: file.size, file_name: file.name };
    return announcement.submit({ params: { customer_id }, body });
  };
  return (
    <Page
      title={t.all.addDocument}
      crumbs={customerCrumbs(t.all.customer, 'documents', customer_id)}
    >
      <Section title={t.all.document}>
        <SubmitForm
          route="documents.create"
          submit={t.documents.upload}
          sending={{
            busy: announcement.busy || upload.busy,
            error: announcement.error ?? upload.error,
          }}
          cancelTo={list}
          onSubmit={submit}
        >
          <ChoiceField label={t.all.type} options={optionsOf(documentTypes)} {...field('type')} />
          {isSided(type) && (
            <ChoiceField
              label={t.documents.side}
              options={optionsOf(documentSides)}
              {...field('side')}
            />
          )}
          <OwnerField customerId={customer_id} {...field('person_id')} />
          {fileField}
        </SubmitForm>
      </Section>
    </Page>
  );
};

/** The person whose document it is, where the customer is a business with persons. */
const OwnerField = ({
  customerId: customer_id,
  ...field
}: Typing & { readonly customerId: string }) => {
  const { data } = useRead('persons.list', { params: { customer_id }, query: { limit: 100 } });
  if (!data || data.data.length === 0) return null;
  const persons = data.data.map((one) => ({ value: one.id, label: personName(one) }));
  return (
    <ChoiceField
      {...field}
      label={t.all.about}
      options={[{ value: '', label: t.documents.theBusiness }, ...persons]}
    />
  );
};
