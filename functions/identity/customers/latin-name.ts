import { ApiError, type ApiErrorItem } from '../../core/api-error.ts';
import { scriptsNotCompared } from '../screeners/scripts.ts';

/** The name of a person in Latin letters, as in the machine-readable lines of the passport. */
export type LatinPersonName = {
  first_name: string | null;
  middle_name: string | null;
  last_name: string;
};

/** The name of a business in Latin letters. */
export type LatinBusinessName = { legal_name: string };

/** The name of a person as the machine-readable zone of a document writes it: a proposal, which nothing applies by itself. */
export type ReadLatinName = {
  readonly first_name: string | null;
  readonly last_name: string;
  /** The names fill the zone, so some of them may be cut off or left out. */
  readonly may_be_cut_off: boolean;
};

/** Such a name as a caller states it: a merge patch may leave out whatever it leaves as it is. */
export type LatinNameInput =
  | { readonly [part in keyof (LatinPersonName & LatinBusinessName)]?: string | null | undefined }
  | null
  | undefined;

/** The Latin name of a person with every part there; null without one. A name has a last name, as in passports. */
export const latinPersonName = (input: LatinNameInput): LatinPersonName | null => {
  if (!input) return null;
  refuseParts(
    input,
    ['legal_name'],
    'A person has no legal name: send first_name, middle_name and last_name.',
  );
  const { first_name = null, middle_name = null, last_name = null } = input;
  if (last_name === null)
    throw missingPart(
      'last_name',
      'A Latin name has a last name. Send null to remove the whole name.',
    );
  return { first_name, middle_name, last_name };
};

/** The Latin name of a business; null without one. */
export const latinBusinessName = (input: LatinNameInput): LatinBusinessName | null => {
  if (!input) return null;
  refuseParts(
    input,
    ['first_name', 'middle_name', 'last_name'],
    'A business has only its legal_name.',
  );
  const { legal_name = null } = input;
  if (legal_name === null)
    throw missingPart('legal_name', 'Send null as latin_name to remove the name.');
  return { legal_name };
};

const refuseParts = (
  input: NonNullable<LatinNameInput>,
  parts: readonly (keyof NonNullable<LatinNameInput>)[],
  detail: string,
): void => {
  const foreign = parts.filter((part) => input[part] !== undefined);
  if (foreign.length > 0)
    throw refused(
      foreign.map((part) => ({ pointer: pointerOf(part), code: 'unknown_field', detail })),
    );
};

const pointerOf = (part: string) => `/latin_name/${part}`;

const missingPart = (part: string, detail: string) =>
  refused([{ pointer: pointerOf(part), code: 'required', detail }]);

const refused = (errors: readonly ApiErrorItem[]) =>
  new ApiError('validation_failed', { errors: [...errors] });

/**
 * Whether to ask for a Latin name: there is none, and the comparison with lists cannot read the
 * name that there is.
 */
export const lacksLatinName = (
  names: readonly (string | null)[],
  latin_name: object | null,
): boolean =>
  latin_name === null && names.some((name) => name !== null && scriptsNotCompared(name).length > 0);

/** Whether a Latin name is the one that a document was read with. It may go on where the zone may be cut off. */
export const isAsRead = (names: readonly (string | null)[], read: ReadLatinName): boolean => {
  const last = comparable(names.slice(-1));
  const given = comparable(names.slice(0, -1));
  const agrees = (name: string, ofZone: string) =>
    read.may_be_cut_off ? name.startsWith(ofZone) : name === ofZone;
  return agrees(last, comparable([read.last_name])) && agrees(given, comparable([read.first_name]));
};

const comparable = (names: readonly (string | null)[]): string =>
  names
    .filter((name) => name !== null)
    .join(' ')
    .toUpperCase();

type Settings = Readonly<Record<string, string | undefined>>;

/** Pages load this file too, where there is no process. */
const environment = (): Settings => globalThis.process?.env ?? {};

/** Whether names are compared with lists by their letters in this environment, so that some need a Latin one. */
export const requiresLatinNames = ({ LATIN_NAMES }: Settings = environment()): boolean =>
  LATIN_NAMES === 'required' || LATIN_NAMES === 'read_first';

/** Whether the documents of a person are read before such a name is required: then it can be proposed. */
export const readsLatinNamesFirst = ({ LATIN_NAMES }: Settings = environment()): boolean =>
  LATIN_NAMES === 'read_first';
