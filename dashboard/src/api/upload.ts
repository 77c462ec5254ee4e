import { ApiError } from '../../../client/src/api-error.ts';
import type { DocumentResource } from '../../../functions/identity/documents/schema.ts';

/** Headers that only the browser itself may set. */
const forbiddenHeaders: ReadonlySet<string> = new Set(['content-length', 'host']);

/** Sends the bytes of a document to storage by the link that was given for them. */
export const sendBytes = async (
  upload: NonNullable<DocumentResource['upload']>,
  body: Blob,
): Promise<void> => {
  const { url, method, headers } = upload;
  const sent = Object.entries(headers).filter(
    ([name]) => !forbiddenHeaders.has(name.toLowerCase()),
  );
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(sent),
    body,
    referrerPolicy: 'no-referrer',
  });
  // Storage that already has the bytes answers 412.
  if (!response.ok && response.status !== 412)
    throw new ApiError(response.status, response.headers, { code: 'upload_rejected' });
};
