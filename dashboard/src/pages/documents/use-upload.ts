import { useSubmit } from '../../api/use-submit.ts';
import { sendBytes } from './upload.ts';

/** Sends the bytes of an announced document, then goes on. */
export const useUpload = (onSent: (id: string) => void) =>
  useSubmit({
    send: (api, { id, file }: { readonly id: string; readonly file: File }) => sendBytes(api, id, file),
    onDone: ({ id }) => onSent(id),
  });
