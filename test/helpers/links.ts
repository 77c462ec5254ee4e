import type { Any } from './printed-document.ts';
import { curl } from './storage-machine.ts';

/** Whether the links of an answer lead to storage. A link may what its maker may, so using it is part of what that function does. */
export const leadsOn = async (body: Any): Promise<boolean> => {
  if (body?.upload) return (await curl(body.upload, Buffer.alloc(body.size_bytes))).status === 200;
  return !isDownload(body) || (await fetch(body.url)).ok;
};

const isDownload = (body: Any): boolean => Object.keys(body ?? {}).join() === 'url,expires_at';
