import { FileUpload } from '@cloudscape-design/components';
import { useState } from 'react';
import { documentContentTypes } from '../../../../functions/identity/documents/states.ts';
import { sendBytes } from '../../api/upload.ts';
import { t } from '../../texts/texts.ts';
import { Field } from '../../ui/form.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

/** The type of a file as the API knows it; undefined where the API does not accept it. */
export const contentTypeOf = ({ type }: Blob) => documentContentTypes.find((one) => one === type);

/** Sends the bytes of an announced document over a fresh link; when they have arrived already nothing is sent. */
export const useUpload = (onSent: (id: string) => void) =>
  useSubmit({
    send: async (api, { id, file }: { readonly id: string; readonly file: File }) => {
      const { body } = await api.documents.get({ params: { document_id: id } });
      if (body.upload) await sendBytes(body.upload, file);
      return { body };
    },
    onDone: ({ id }) => onSent(id),
  });

const pointers = ['/content_type', '/size_bytes', '/file_name'];

/** The file to upload: what was chosen, its field, and what is wrong with it. */
export const useFile = () => {
  const [file, setFile] = useState<File | null>(null);
  const [invalid, setInvalid] = useState<string>();
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setInvalid(undefined);
  };
  const fileField = (
    <Field
      label={t.documents.file}
      hint={t.documents.jpegPngWebpHeicOr}
      at={pointers}
      error={invalid}
    >
      <FileUpload
        value={file ? [file] : []}
        accept={documentContentTypes.join(',')}
        showFileSize
        onChange={({ detail }) => choose(detail.value[0] ?? null)}
      />
    </Field>
  );
  return { file, fileField, setInvalid, clear: () => setFile(null) };
};
