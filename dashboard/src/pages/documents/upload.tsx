import FileUpload from '@cloudscape-design/components/file-upload';
import { ApiError } from '../../../../client/src/api-error.ts';
import type { Api, Document } from '../../api/client.ts';
import { Field } from '../../ui/form.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

/** Headers that only the browser itself may set. */
const forbiddenHeaders: ReadonlySet<string> = new Set(['content-length', 'host']);

/** Sends the bytes of a document to storage, over a fresh link; when they have arrived already nothing is sent. */
const sendBytes = async (api: Api, document_id: string, file: Blob): Promise<{ readonly body: Document }> => {
  const { body } = await api.documents.get({ params: { document_id } });
  if (!body.upload) return { body };
  const { url, method, headers } = body.upload;
  const sent = Object.entries(headers).filter(([name]) => !forbiddenHeaders.has(name.toLowerCase()));
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(sent),
    body: file,
    referrerPolicy: 'no-referrer',
  });
  // Storage that already has the bytes answers 412.
  if (!response.ok && response.status !== 412)
    throw new ApiError(response.status, response.headers, { code: 'upload_rejected' });
  return { body };
};

/** The file types that the API accepts as a document. */
const contentTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf'] as const;
type ContentType = (typeof contentTypes)[number];

/** The type of a file as the API knows it; undefined where the API does not accept it. */
export const contentTypeOf = ({ type }: Blob): ContentType | undefined => contentTypes.find((one) => one === type);

/** Sends the bytes of an announced document. */
export const useUpload = (onSent: (id: string) => void) =>
  useSubmit({
    send: (api, { id, file }: { readonly id: string; readonly file: File }) => sendBytes(api, id, file),
    onDone: ({ id }) => onSent(id),
  });

/** The file to upload. */
export const FileField = (props: {
  readonly file: File | null;
  readonly error?: string | undefined;
  readonly onChange: (file: File | null) => void;
}) => {
  const { file, error, onChange } = props;
  return (
    <Field label="File" hint="JPEG, PNG, WebP, HEIC or PDF, up to 15 MB." error={error}>
      <FileUpload
        value={file ? [file] : []}
        accept={contentTypes.join(',')}
        showFileSize
        onChange={({ detail }) => onChange(detail.value[0] ?? null)}
        i18nStrings={{
          uploadButtonText: () => 'Choose file',
          dropzoneText: () => 'Drop the file here',
          removeFileAriaLabel: () => 'Remove the file',
          limitShowFewer: 'Show fewer files',
          limitShowMore: 'Show more files',
          errorIconAriaLabel: 'Error',
        }}
      />
    </Field>
  );
};
