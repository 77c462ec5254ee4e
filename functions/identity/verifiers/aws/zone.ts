import { parse } from 'mrz';
import type { TextLine } from '../../../core/aws/textract.ts';
import type { ZoneNames } from './names.ts';

/**
 * The fields of a machine-readable zone. Dates are YYMMDD as printed, where `<` stands for what is
 * unknown; null: not there.
 */
export type Zone = ZoneNames & {
  readonly birth_date: string | null;
  readonly expiry_date: string | null;
  /** ICAO 9303: of three letters, or shorter, as D for Germany. */
  readonly nationality: string | null;
};

/** A zone that cannot be relied on: a check digit is wrong, or the reader was not sure. */
export type Unreadable = 'unreadable';

/** Below this confidence a letter may be another. Textract is at 95 and more for print that is sharp. */
const confidence_min = 80;

/** The zones of ICAO 9303 by the lengths of their lines: passports, cards of three lines, larger cards of two. */
const forms = [
  { length: 44, lines: 2, names: 0 },
  { length: 30, lines: 3, names: 2 },
  { length: 36, lines: 2, names: 0 },
] as const;

type Form = (typeof forms)[number];

/** The machine-readable zone among lines of text, from top to bottom; undefined where there is none. */
export const zoneIn = (lines: readonly TextLine[]): Zone | Unreadable | undefined => {
  const printed = lines
    .map(({ text, confidence }) => ({ text: cleaned(text), confidence }))
    .filter(mayBeOfZone);
  const found = forms.flatMap((form) =>
    printed.flatMap((_, first) => zoneFrom(printed, first, form) ?? []),
  );
  return found.find((one) => one !== 'unreadable') ?? found[0];
};

/** Readers take the filler for a quotation mark, and a run of fillers for words. */
const cleaned = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .replaceAll('«', '<<')
    .replaceAll(/[‹〈≤]/g, '<');

const mayBeOfZone = ({ text }: TextLine): boolean =>
  /^[A-Z0-9<]{24,48}$/.test(text) && /[<]|\d{6}/.test(text);

const zoneFrom = (
  printed: readonly TextLine[],
  first: number,
  form: Form,
): Zone | Unreadable | undefined => {
  const read = printed.slice(first, first + form.lines);
  const fitted = read
    .map(({ text }) => inLength(text, form.length))
    .filter((line) => line !== undefined);
  if (fitted.length < form.lines) return undefined;
  const { fields, details } = parsed(fitted) ?? { fields: {}, details: [] };
  // A text without the code of a document is other text.
  if (!fields.documentCode) return undefined;
  const isWrong = details.some(({ field, valid }) => !valid && isReliedOn(field));
  if (isWrong || read.some(({ confidence }) => confidence < confidence_min)) return 'unreadable';
  return {
    last: fields.lastName ?? '',
    first: fields.firstName ?? '',
    isFull: !fitted[form.names]?.endsWith('<'),
    birth_date: fields.birthDate ?? null,
    expiry_date: fields.expirationDate ?? null,
    nationality: fields.nationality ?? null,
  };
};

/** Names and check digits; but some states print a personal number without its own. */
const isReliedOn = (field: string | null): boolean =>
  /^(last|first)Name$|CheckDigit$/.test(field ?? '') && field !== 'personalNumberCheckDigit';

/** A run of fillers at the end of a line is read as too short or too long. */
const inLength = (line: string, length: number): string | undefined => {
  if (line.length === length) return line;
  const text = line.replace(/<+$/, '');
  return text.length < length && line.endsWith('<') ? text.padEnd(length, '<') : undefined;
};

const parsed = (lines: readonly string[]) => {
  try {
    return parse([...lines], { autocorrect: true });
  } catch {
    return undefined;
  }
};
