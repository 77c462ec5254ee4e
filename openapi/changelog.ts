import { type Change, isNamedIn } from './compare.ts';
import { operationsOf, type PrintedDocument } from './page-places.ts';

const line_characters_max = 120;

/**
 * The entries that a section of the changelog lacks, ready to paste: breaking changes first, then
 * each new route and event by its summary. The other places follow, those of one change together.
 * Empty where all is named.
 */
export const entriesFor = (
  section: string,
  changes: readonly Change[],
  next: PrintedDocument,
): string => {
  const missing = changes.filter(({ place }) => !isNamedIn(section, place));
  const summaries = summariesOf(next);
  const isSummarised = ({ place, what }: Change) => what === isNew && summaries.has(place);
  const entries = [
    ...sentences(missing.filter(({ breaking }) => breaking)).map(
      (sentence) => `Not additive: ${sentence}`,
    ),
    ...missing.filter(isSummarised).map(({ place }) => `\`${place}\`: ${summaries.get(place)}.`),
    ...sentences(missing.filter((change) => !change.breaking && !isSummarised(change))),
  ];
  return entries.map(wrapped).join('\n');
};

const isNew = 'is new';

/** The summary of each route and each event, by its place. */
const summariesOf = ({ paths, webhooks }: PrintedDocument): ReadonlyMap<string, string> =>
  new Map([
    ...operationsOf(paths).map(
      ({ method, path, operation }) => [`${method} ${path}`, operation.summary] as const,
    ),
    ...operationsOf(webhooks).map(({ path, operation }) => [path, operation.summary] as const),
  ]);

/** A sentence for each kind of change, with all its places. */
const sentences = (changes: readonly Change[]): string[] =>
  [...Map.groupBy(changes, ({ what }) => what)].map(([what, some]) => {
    const places = [...new Set(some.map(({ place }) => `\`${place}\``))];
    const [last, ...others] = places.toReversed();
    return others.length === 0
      ? `${last} ${what}.`
      : `Each of ${others.toReversed().join(', ')} and ${last} ${what}.`;
  });

/** An entry of the list, in lines as long as those of the file. */
const wrapped = (entry: string): string => {
  const lines = ['-'];
  for (const word of entry.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= line_characters_max) lines[lines.length - 1] = longer;
    else lines.push(`  ${word}`);
  }
  return lines.join('\n');
};
