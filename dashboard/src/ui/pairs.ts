import { t } from '../texts/texts.ts';
/** A name with its value, as they are typed. `kept` is the mask of a value that the API does not show again. */
export type Pair = { readonly name: string; readonly value: string; readonly kept?: string };

/** Named values for a form to begin with. */
export const pairsOf = (values: Readonly<Record<string, string>> = {}): readonly Pair[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

/** The same for masked values: a value that is not typed again is kept. */
export const maskedPairsOf = (values: Readonly<Record<string, string>> = {}): readonly Pair[] =>
  Object.entries(values).map(([name, kept]) => ({ name, value: '', kept }));

/** Whether a URL has another origin than before: a webhook keeps the values of its headers for its own origin alone. */
export const isOtherOrigin = (before: string, now: string): boolean => {
  if (!URL.canParse(before) || !URL.canParse(now)) return false;
  return new URL(before).origin !== new URL(now).origin;
};

/** The values by their names; empty lines are ignored. */
export const recordOf = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(
    pairs
      .filter(({ name, value }) => name !== '' || value !== '')
      .map((one) => [one.name, one.value]),
  );

/** The changes from some pairs to others, as a merge patch: removed pairs are null. */
export const pairChanges = (
  before: readonly Pair[],
  after: readonly Pair[],
): Record<string, string | null> => {
  const [were, are] = [recordOf(before), recordOf(after)];
  const gone = Object.keys(were).filter((name) => !Object.hasOwn(are, name));
  const set = Object.entries(are).filter(
    ([name, value]) => !Object.hasOwn(were, name) || were[name] !== value,
  );
  return Object.fromEntries([...gone.map((name) => [name, null] as const), ...set]);
};

/** Whether a pair has the name of an earlier one: only one of the two could be kept. */
export const isRepeated = (pairs: readonly Pair[], at: number): boolean =>
  pairs.slice(0, at).some(({ name }) => name === pairs[at]?.name);

/** Why pairs cannot be sent as they are; null where they can. */
export const pairsUnable = (...all: readonly (readonly Pair[])[]): string | null =>
  all.some((pairs) => pairs.some((_, at) => isRepeated(pairs, at))) ? t.ui.aNameIsUsedTwice : null;

/** The pointer of a pair in an error, `within` an object of pairs. */
export const pairPointer = (within: string, { name }: Pair): string =>
  `${within}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Every pointer of the pairs in an error. */
export const pairPointers = (within: string, pairs: readonly Pair[]): readonly string[] => [
  within,
  ...pairs.map((pair) => pairPointer(within, pair)),
];
