import { type Encryption, opensWithoutPassword } from './pdf-password.ts';

/** The state of a PDF for a reader: it opens, it opens only with a password, or it is broken. */
export type PdfState = 'open' | 'encrypted' | 'broken';

/**
 * The state of a PDF, by its end and its trailers (ISO 32000-2, 7.5.5, 7.5.8 and 7.6). A file that is restricted by an
 * owner password alone opens for everybody.
 */
export const pdfState = (file: Buffer): PdfState => {
  const pdf = file.subarray(pdfHeaderAt(file));
  const tail = textOf(pdf.subarray(-end_bytes));
  const end = lengthWithoutFiller(tail);
  if (!tail.slice(Math.max(0, end - marker_within_bytes), end).includes('%%EOF')) return 'broken';
  // Programs count the offset of the last table from the header or from the first byte.
  const places = new Set([
    lastTable(file, tail),
    lastTable(pdf, tail),
    tail,
    textOf(pdf.subarray(0, end_bytes)),
  ]);
  const trailer = [...places].flatMap(trailersIn).find((one) => encryptEntry.test(one));
  if (trailer === undefined) return 'open';
  const encryption = encryptionOf(pdf, trailer);
  return encryption && opensWithoutPassword(encryption) ? 'open' : 'encrypted';
};

/** Where a PDF begins: readers accept anything in front of its header within so many bytes; -1 for what is no PDF. */
export const pdfHeaderAt = (file: Buffer): number =>
  file.subarray(0, marker_within_bytes).indexOf('%PDF-');

/** The header is within so many of the first bytes and the end marker within so many of the last, as readers expect. */
const marker_within_bytes = 1024;

/** Some programs fill the file up to a round length, with zeros or white space. */
const lengthWithoutFiller = (text: string): number => {
  let length = text.length;
  while (length > 0 && text.charCodeAt(length - 1) <= 0x20) length--;
  return length;
};

/** Trailers are looked for in so many bytes of both ends. */
const end_bytes = 64 * 1024;

/** Dictionaries are looked at for so many characters around what names them. */
const dictionary_max = 4096;

/** The entry, and the number of the object that it refers to. */
const encryptEntry = /\/Encrypt(?![^\0\s()<>[\]{}/%])(?:\s{0,9}(\d{1,7})\s{1,9}(\d{1,5})\s{1,9}R)?/;

/** One byte is one character whatever its neighbours, so that offsets stay what they are. */
const textOf = (bytes: Buffer): string => bytes.toString('latin1');

/** Where the end says that the last table of objects begins. */
const lastTable = (file: Buffer, tail: string): string => {
  const offset = Number(
    /startxref\s{1,9}(\d{1,10})\s/.exec(tail.slice(tail.lastIndexOf('startxref')))?.[1] ?? NaN,
  );
  return Number.isSafeInteger(offset) ? textOf(file.subarray(offset, offset + dictionary_max)) : '';
};

/** The dictionaries behind `trailer`, and those of the streams that take the place of a trailer since PDF 1.5. */
const trailersIn = (text: string): string[] => [
  ...text.split('trailer').slice(1).map(upTo('startxref')),
  ...[...text.matchAll(/\/Type\s{0,9}\/XRef(?![A-Za-z])/g)].map(({ index }) => {
    const before = text.slice(Math.max(0, index - dictionary_max), index);
    return (
      before.slice(before.lastIndexOf(' obj') + 1) +
      upTo('stream')(text.slice(index, index + dictionary_max))
    );
  }),
];

const upTo = (word: string) => (text: string) =>
  text.slice(0, dictionary_max).split(word, 1)[0] ?? '';

/**
 * The encryption that a trailer and its dictionary give; undefined where the dictionary is not
 * there.
 */
const encryptionOf = (pdf: Buffer, trailer: string): Encryption | undefined => {
  const [entry = '', number, generation] = encryptEntry.exec(trailer) ?? [];
  const dictionary =
    number === undefined
      ? trailer.slice(trailer.indexOf(entry))
      : objectsNamed(pdf, `${number} ${generation} obj`).find((text) =>
          /\/Standard(?![A-Za-z])/.test(text),
        );
  return dictionary === undefined ? undefined : { dictionary, trailer };
};

/** So many objects of one number are looked at, the last first: a change of a file is appended. */
const objects_max = 8;

/** The texts of the objects with this name, such as `4 0 obj`. */
const objectsNamed = (pdf: Buffer, name: string): string[] => {
  const found: string[] = [];
  for (
    let at = pdf.lastIndexOf(name);
    at > 0 && found.length < objects_max;
    at = pdf.lastIndexOf(name, at - 1)
  )
    found.push(upTo('endobj')(textOf(pdf.subarray(at, at + dictionary_max))));
  return found;
};
