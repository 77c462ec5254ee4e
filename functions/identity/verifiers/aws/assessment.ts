import { whereAlpha3 } from 'iso-3166-1';
import { lacksLatinName, type ReadLatinName } from '../../customers/latin-name.ts';
import type { DocumentType } from '../../documents/states.ts';
import type { Evidence } from '../../verifications/checks.ts';
import type { VerificationErrorCode } from '../../verifications/errors.ts';
import type { LookResult, Subject } from '../verifier.ts';
import { agreementOf, type ZoneAgreement } from './names.ts';
import type { Unreadable, Zone } from './zone.ts';

/**
 * The outcome of reading the document: its zone, that it cannot be read, or that the reader does
 * not take it.
 */
export type Reading = Zone | Unreadable | 'no_zone' | 'not_taken';

/** How alike the faces of selfie and document are, 0 to 100; or why that is not known. */
export type Likeness = number | 'no_face' | 'not_taken';

/**
 * The person who is compared with a document: the profile, and the errors for which better input
 * was submitted.
 */
export type ComparedPerson = Pick<
  Subject,
  | 'first_name'
  | 'middle_name'
  | 'last_name'
  | 'latin_name'
  | 'date_of_birth'
  | 'nationality'
  | 'remedied_errors'
>;

/** Below this the faces are of two people: the value that Rekognition uses unless another is set. */
const similarity_min = 80;

type Field = Evidence['fields'][number];

/**
 * The assessment of a person by the document and the faces. It verifies nobody: a fault that better
 * input may fix is asked for once, and everything else is left to an operator, with the evidence.
 */
export const assessed = (
  person: ComparedPerson,
  of: { readonly type: DocumentType; readonly reading: Reading; readonly likeness: Likeness },
  now: Date,
): LookResult => {
  const { reading, likeness } = of;
  const fields = typeof reading === 'string' ? [] : fieldsOf(person, reading, now);
  const codes = [...readingFaults(of), ...fields.flatMap(faultOf), ...faceFaults(likeness)];
  const [code] = codes.filter((one) => !person.remedied_errors.includes(one));
  const latin_name = latinNameRead(person, reading);
  const read = latin_name && { latin_name };
  if (code) return { outcome: 'requires_input', code, ...read };
  const similarity = typeof likeness === 'number' ? likeness : null;
  const reasons = [...new Set<Evidence['reasons'][number]>([...codes, ...doubtsOf(of, fields)])];
  return { outcome: 'review', evidence: { fields, similarity, reasons }, ...read };
};

/** The name of a zone, of somebody whose own name cannot be compared with lists. ICAO 9303 gives names 39 places at most. */
const latinNameRead = (person: ComparedPerson, reading: Reading): ReadLatinName | undefined => {
  const names = [person.first_name, person.middle_name, person.last_name];
  if (
    typeof reading === 'string' ||
    reading.last === '' ||
    !lacksLatinName(names, person.latin_name ?? null)
  )
    return undefined;
  const { last, first, isFull } = reading;
  return { first_name: first || null, last_name: last, may_be_cut_off: isFull };
};

/** A passport always has a zone. */
const readingFaults = ({
  type,
  reading,
}: Parameters<typeof assessed>[1]): VerificationErrorCode[] =>
  reading === 'unreadable' || (reading === 'no_zone' && type === 'passport')
    ? ['document_unreadable']
    : [];

const faults: Readonly<Record<string, VerificationErrorCode>> = {
  expiry_date: 'document_expired',
  last_name: 'name_mismatch',
  first_name: 'name_mismatch',
  date_of_birth: 'date_of_birth_mismatch',
};

const faultOf = ({ field, agrees }: Field): VerificationErrorCode[] => {
  const code = faults[field];
  return agrees === false && code ? [code] : [];
};

const faceFaults = (likeness: Likeness): VerificationErrorCode[] =>
  likeness === 'no_face' || Number(likeness) < similarity_min ? ['selfie_mismatch'] : [];

/** The doubts that nobody can fix. */
const doubtsOf = (
  { type, reading, likeness }: Parameters<typeof assessed>[1],
  fields: readonly Field[],
): Evidence['reasons'] => [
  ...(reading === 'not_taken' || likeness === 'not_taken'
    ? (['not_accepted_by_provider'] as const)
    : []),
  ...(reading === 'no_zone' && type !== 'passport' ? (['no_machine_readable_zone'] as const) : []),
  ...(fields.some(({ field, agrees }) => field === 'nationality' && agrees === false)
    ? (['nationality_mismatch'] as const)
    : []),
];

/** Until when a document is valid that has not expired, `YYYY-MM-DD`; null where that is not known. */
export const readExpiry = (reading: Reading, now: Date): string | null => {
  const expiry = typeof reading === 'string' ? null : dateOf('20', reading.expiry_date);
  return isValid(expiry, now) ? expiry : null;
};

/** In the order in which a person is asked for better input. */
const fieldsOf = (person: ComparedPerson, zone: Zone, now: Date): Field[] => {
  const names = namesAgree(zone, person);
  const expiry = dateOf('20', zone.expiry_date);
  const born = birthDateOf(zone.birth_date, person.date_of_birth, now);
  const nationality = zone.nationality && alpha2Of(zone.nationality);
  const given = [person.first_name, person.middle_name].filter((name) => name !== null).join(' ');
  return [
    { field: 'expiry_date', profile: null, document: expiry, agrees: isValid(expiry, now) },
    {
      field: 'last_name',
      profile: person.last_name,
      document: zone.last || null,
      agrees: names.last,
    },
    {
      field: 'first_name',
      profile: given || null,
      document: zone.first || null,
      agrees: names.first,
    },
    {
      field: 'date_of_birth',
      profile: person.date_of_birth,
      document: born,
      agrees: same(born, person.date_of_birth),
    },
    {
      field: 'nationality',
      profile: person.nationality,
      document: nationality ?? zone.nationality,
      agrees: same(nationality, person.nationality),
    },
  ];
};

/** A zone has Latin letters alone, so it is compared with the name and, where there is one, with the Latin name. */
const namesAgree = (zone: Zone, person: ComparedPerson): ReturnType<typeof agreementOf> => {
  const own = agreementOf(zone, person);
  const latin = person.latin_name && agreementOf(zone, person.latin_name);
  return latin
    ? { first: eitherOf(own.first, latin.first), last: eitherOf(own.last, latin.last) }
    : own;
};

const eitherOf = (own: ZoneAgreement, latin: ZoneAgreement): ZoneAgreement => {
  if (own === true || latin === true) return true;
  return own === false || latin === false ? false : null;
};

const same = (one: string | null, other: string | null): boolean | null =>
  one === null || other === null ? null : one === other;

/** `YYYY-MM-DD` of a zone's YYMMDD; null where a part of it is unknown. */
const dateOf = (century: '19' | '20', printed: string | null): string | null =>
  printed !== null && /^\d{6}$/.test(printed)
    ? `${century}${printed.replace(/^(..)(..)(..)$/, '$1-$2-$3')}`
    : null;

/** The century is the one that the profile states, or else the last one that is not to come. */
const birthDateOf = (printed: string | null, stated: string | null, now: Date): string | null => {
  const [earlier, later] = [dateOf('19', printed), dateOf('20', printed)];
  return earlier === stated || later === null || later > dayOf(now) ? earlier : later;
};

/** Whether a document is good today; null where that is not known: no document is made for so many years. */
const isValid = (expiry: string | null, now: Date): boolean | null =>
  expiry === null || Number(expiry.slice(0, 4)) - now.getUTCFullYear() > expiry_years_max
    ? null
    : expiry >= dayOf(now);

/** Further off, the year is of the last century or stands for a document without an end. */
const expiry_years_max = 30;

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** Codes of ICAO 9303 that ISO 3166-1 does not have as they are printed. */
const ofZones: Readonly<Record<string, string>> = {
  D: 'DE',
  RKS: 'XK',
  XKX: 'XK',
  GBD: 'GB',
  GBN: 'GB',
  GBO: 'GB',
  GBP: 'GB',
  GBS: 'GB',
};

/** Null for those that are of no country, as of the stateless. */
const alpha2Of = (code: string): string | null =>
  ofZones[code] ?? whereAlpha3(code)?.alpha2 ?? null;
