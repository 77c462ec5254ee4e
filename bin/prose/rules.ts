import {
  type Passage,
  passagesOfComments,
  passagesOfMarkdown,
  sentencesOf,
  wordsIn,
} from './sentences.ts';

/** The rules that a machine can hold, each with what to do about a text that breaks it. */
export const rules = {
  long: 'split it: a sentence has at most 30 words',
  opening: 'name the actor or the thing first: no statement begins with What, Who, Whatever or Of',
  cell: 'write it below the table: a cell has at most 15 words',
  you: 'address the reader: a guide says “you” at least once in 250 words',
  page: 'split the page: it has at most 1 200 words, code apart',
} as const;

export type RuleName = keyof typeof rules;

export const ruleNames = Object.keys(rules) as RuleName[];

/** One text that breaks a rule. */
export type Fault = {
  readonly rule: RuleName;
  readonly file: string;
  readonly line: number;
  readonly text: string;
};

const sentence_max = 30;
const cell_max = 15;
const page_max = 1_200;
const words_per_you = 250;

/** The word Whose opens a sentence in the same way. */
const opening = /^(What|Who(se|ever)?|Whatever|Of)\b(?! course)/;

const printed = /^docs\/(api|evidence)\/|^docs\/operate\/settings\.md$/;
/** A printed list of error codes or of the forms of a value, which is no sentence. */
const printedList = /^(Errors: \d{3} |Type: \w+ or )/;
const guide = /^docs\/(start|guides|operate)\//;

/** The texts of a file that break a rule: a Markdown page, or a source with comments. */
export const faultsIn = (file: string, content: string): readonly Fault[] => {
  const isPage = file.endsWith('.md');
  const passages = isPage ? passagesOfMarkdown(content) : passagesOfComments(content);
  const ofPassages = passages.flatMap((passage) => faultsOfPassage(file, passage));
  return isPage && file.startsWith('docs/') && !printed.test(file)
    ? [...ofPassages, ...faultsOfPage(file, passages)]
    : ofPassages;
};

const faultsOfPassage = (file: string, passage: Passage): Fault[] => {
  const fault = (rule: RuleName, text: string): Fault => ({ rule, file, line: passage.line, text });
  const ofSentences = sentencesOf(passage).flatMap((text) => [
    ...(wordsIn(text) > sentence_max && !printedList.test(text) ? [fault('long', text)] : []),
    ...(opening.test(text) && !text.endsWith('?') ? [fault('opening', text)] : []),
  ]);
  // A cell of a printed page has the names of tests.
  return passage.isCell && !printed.test(file) && wordsIn(passage.text) > cell_max
    ? [...ofSentences, fault('cell', passage.text)]
    : ofSentences;
};

const faultsOfPage = (file: string, passages: readonly Passage[]): Fault[] => {
  const text = passages.map((passage) => passage.text).join(' ');
  const words = wordsIn(text);
  const yous = text.match(/\byou(r|rs|rself)?\b/gi)?.length ?? 0;
  return [
    ...(words > page_max ? [{ rule: 'page', file, line: 1, text: `${words} words` } as const] : []),
    ...(guide.test(file) && yous < Math.floor(words / words_per_you)
      ? [{ rule: 'you', file, line: 1, text: `${yous} times in ${words} words` } as const]
      : []),
  ];
};

/** Faults by folder and rule. */
export type Counts = Readonly<Record<string, Partial<Readonly<Record<RuleName, number>>>>>;

/** The folder whose faults are counted together: two names of a path; a file of the root is alone. */
export const folderOf = (file: string): string => {
  const names = file.split('/');
  return names.length === 1 ? file : names.slice(0, Math.min(2, names.length - 1)).join('/');
};

/** Counts faults by folder and rule. */
export const countsOf = (faults: readonly Fault[]): Counts => {
  const counts: Record<string, Partial<Record<RuleName, number>>> = {};
  for (const { file, rule } of faults) {
    const folder = folderOf(file);
    counts[folder] ??= {};
    counts[folder][rule] = (counts[folder][rule] ?? 0) + 1;
  }
  return counts;
};

/** The faults of each folder and rule that has more of them than are allowed. */
export const faultsAbove = (faults: readonly Fault[], allowed: Counts): readonly Fault[] => {
  const counts = countsOf(faults);
  return faults.filter(({ file, rule }) => {
    const folder = folderOf(file);
    return (counts[folder]?.[rule] ?? 0) > (allowed[folder]?.[rule] ?? 0);
  });
};

/** The counts that are allowed from now on: no count rises. */
export const lowered = (counts: Counts, allowed: Counts): Counts => {
  const entries = Object.entries(allowed).map(([folder, ofFolder]) => {
    const kept = ruleNames.flatMap((rule) => {
      const count = Math.min(counts[folder]?.[rule] ?? 0, ofFolder[rule] ?? 0);
      return count === 0 ? [] : [[rule, count] as const];
    });
    return [folder, Object.fromEntries(kept)] as const;
  });
  return Object.fromEntries(entries.filter(([, kept]) => Object.keys(kept).length > 0));
};
