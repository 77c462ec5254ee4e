import type { DocumentContentType } from '../../functions/identity/documents/states.ts';

/** So many of the first bytes say what a file is: what stands before a PDF may be this long. */
const head_bytes = 1_024;

/**
 * The type of a file by its bytes. Browsers go by the name, and some know no HEIC, but the API compares what is announced with
 * the bytes. Undefined for what the API takes no document in.
 */
export const contentTypeIn = (head: Uint8Array): DocumentContentType | undefined => {
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to));
  if (text(0, 3) === '\xFF\xD8\xFF') return 'image/jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1A\n') return 'image/png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 8) === 'ftyp' && heicBrands.includes(text(8, 12))) return 'image/heic';
  return text(0, head_bytes).includes('%PDF-') ? 'application/pdf' : undefined;
};

/** How pictures of phones begin, and the container of which some programs name nothing else. */
const heicBrands: readonly string[] = ['heic', 'heix', 'mif1'];

/** The file with the type that its bytes have; undefined where it is of none that the API takes, or cannot be read. */
export const withTrueType = async (file: File): Promise<File | undefined> => {
  const head = await bytesOf(file.slice(0, head_bytes)).catch(() => undefined);
  const type = head && contentTypeIn(head);
  return type && (type === file.type ? file : new File([file], file.name, { type }));
};

const bytesOf = async (blob: Blob): Promise<Uint8Array> =>
  new Uint8Array(await new Response(blob).arrayBuffer());
