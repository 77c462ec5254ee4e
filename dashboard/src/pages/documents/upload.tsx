import { useState } from 'react';
import { documentContentTypes } from '../../../../functions/identity/documents/states.ts';
import { sendBytes } from '../../api/upload.ts';
import { filled, number, t } from '../../texts/texts.ts';
import { Field, inputPropsOf } from '../../ui/field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

/** The type of a file as the API knows it; undefined where the API does not accept it. */
export const contentTypeOf = ({ type }: Blob) => documentContentTypes.find((one) => one === type);

/** Sends the bytes of an announced document over a fresh link; when they have arrived already nothing is sent. */
export const useUpload = (onSent: (id: string) => void) =>
  useSubmit({
    route: 'documents.create',
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
  const [round, setRound] = useState(0);
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
      {(control) => (
        <>
          <input
            // Another element shows that no file is chosen any more.
            key={round}
            type="file"
            className="input file"
            {...inputPropsOf(control)}
            accept={documentContentTypes.join(',')}
            onChange={({ target }) => choose(target.files?.[0] ?? null)}
          />
          {file && (
            <div className="field-hint">
              {filled(t.documents.sizeBytesBytes, { size_bytes: number(file.size) })}
            </div>
          )}
        </>
      )}
    </Field>
  );
  const clear = () => {
    setFile(null);
    setRound(round + 1);
  };
  return { file, fileField, setInvalid, clear };
};
