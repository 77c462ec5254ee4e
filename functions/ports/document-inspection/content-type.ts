import { fileTypeFromBuffer } from 'file-type';

/** So much of the head tells what a file is; more would only give a hostile one more to be parsed. */
const sample_bytes = 4_100;

/** Types that are read as another: an animated PNG begins with a PNG that shows all of it at once. */
const readAs: Readonly<Record<string, string>> = { 'image/apng': 'image/png' };

/** What a file is by its content, as a media type; `text/plain` where it is text of any kind, undefined for garbage. */
export const contentTypeOf = async (head: Buffer): Promise<string | undefined> => {
  const sample = head.subarray(0, sample_bytes);
  // The library throws on some broken files; what it cannot tell, nobody can.
  const found = await fileTypeFromBuffer(sample).catch(() => undefined);
  if (found) return readAs[found.mime] ?? found.mime;
  return isText(sample) ? 'text/plain' : undefined;
};

const isText = (sample: Buffer): boolean => {
  try {
    // More may follow: a character that the sample cuts in two is none that is broken.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return !/\p{Cc}/u.test(text.replaceAll(/[\t\n\f\r]/g, ''));
  } catch {
    return false;
  }
};
