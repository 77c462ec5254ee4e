import type { SignedUpload } from '../../functions/core/aws/s3.ts';
import type { Any } from './printed-document.ts';

/** Sends bytes along an upload link, as it asks. */
export const sendTo = async (
  { url, headers }: Pick<SignedUpload, 'url' | 'headers'>,
  body: Buffer,
) => {
  const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) });
  return { status: answer.status, text: await answer.text() };
};

/** Whether the links of an answer lead to storage. A link may what its maker may, so using it is part of what that function does. */
export const leadsOn = async (body: Any): Promise<boolean> => {
  if (body?.upload)
    return (await sendTo(body.upload, Buffer.alloc(body.size_bytes))).status === 200;
  return !isDownload(body) || (await fetch(body.url)).ok;
};

const isDownload = (body: Any): boolean => Object.keys(body ?? {}).join() === 'url,expires_at';
