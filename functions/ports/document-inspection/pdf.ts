import type { DocumentBytes } from './document-bytes.ts';

/** What a PDF is to a reader: to be opened, only with a password, or broken. */
export type PdfState = 'open' | 'encrypted' | 'broken';

/** A PDF whose end is there, and whether it is encrypted: its trailers say so (ISO 32000-1, 7.5.5, 7.5.8 and 7.6.1). */
export const pdfState = async (bytes: DocumentBytes): Promise<PdfState> => {
  const tail = textOf(bytes.tail);
  const end = lengthWithoutFiller(bytes.tail);
  if (!tail.slice(Math.max(0, end - marker_within), end).includes('%%EOF')) return 'broken';
  const places = [tail, textOf(bytes.head), textOf(await lastTable(bytes, tail))];
  return places.some((text) => trailersIn(text).some((trailer) => encryptEntry.test(trailer))) ? 'encrypted' : 'open';
};

/** The end marker stands within so many of the last bytes, as readers expect. */
const marker_within = 1024;

/** Some programs fill the file up to a round length, with zeros or white space. */
const lengthWithoutFiller = (bytes: Buffer): number => {
  let length = bytes.length;
  while (length > 0 && (bytes[length - 1] ?? 0) <= 0x20) length--;
  return length;
};

/** Dictionaries are looked at for so many characters around what names them. */
const dictionary_max = 4096;

const encryptEntry = /\/Encrypt(?![^\0\s()<>[\]{}/%])/;

/** What a byte is does not depend on its neighbours, so that offsets stay what they are. */
const textOf = (bytes: Buffer): string => bytes.toString('latin1');

/** Where the end says that the last table of objects begins: of long files it may lie before the tail. */
const lastTable = async (bytes: DocumentBytes, tail: string): Promise<Buffer> => {
  const offset = Number(/startxref\s+(\d{1,10})\s/.exec(tail.slice(tail.lastIndexOf('startxref')))?.[1]);
  return Number.isSafeInteger(offset) ? bytes.at(offset, dictionary_max) : Buffer.alloc(0);
};

/** The dictionaries behind `trailer`, and those of the streams that stand for a trailer since PDF 1.5. */
const trailersIn = (text: string): string[] => [
  ...text.split('trailer').slice(1).map(upTo('startxref')),
  ...[...text.matchAll(/\/Type\s{0,9}\/XRef(?![A-Za-z])/g)].map(({ index }) => {
    const before = text.slice(Math.max(0, index - dictionary_max), index);
    return before.slice(before.lastIndexOf(' obj') + 1) + upTo('stream')(text.slice(index, index + dictionary_max));
  }),
];

const upTo = (word: string) => (text: string) => text.slice(0, dictionary_max).split(word, 1)[0] ?? '';
