import { Refusal } from '../../../../client/src/refusal.ts';
import type { Api } from '../../api/client.ts';
import type { Document } from '../../api/objects.ts';

/** Headers that a browser sets itself and lets nobody set. */
const ownOfBrowser: ReadonlySet<string> = new Set(['content-length', 'host']);

/** Sends the bytes of a document straight to storage, over a fresh link; where they came already nothing is sent. */
export const sendBytes = async (api: Api, document_id: string, file: Blob): Promise<{ readonly body: Document }> => {
  const { body } = await api.documents.get({ params: { document_id } });
  if (!body.upload) return { body };
  const { url, method, headers } = body.upload;
  const sent = Object.entries(headers).filter(([name]) => !ownOfBrowser.has(name.toLowerCase()));
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(sent),
    body: file,
    referrerPolicy: 'no-referrer',
  });
  // Storage that already has the bytes answers 412.
  if (!response.ok && response.status !== 412)
    throw new Refusal(response.status, response.headers, { code: 'upload_rejected' });
  return { body };
};

/** What the API takes as a document. */
export const contentTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type ContentType = (typeof contentTypes)[number];

/** The type of a file as the API knows it; undefined where it takes no such file. */
export const contentTypeOf = ({ type }: Blob): ContentType | undefined => contentTypes.find((one) => one === type);
