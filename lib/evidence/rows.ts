import type { Settings } from '../settings-schema.ts';

/** A test, as `path of its file › its name`. */
export type TestName = `${string}.test.ts › ${string}`;

/** One claim of an evidence page. A row without a test is open, and its claim says so. */
export type Row = {
  /** The requirement, place or threat. */
  readonly of: string;
  readonly claim: string;
  /** A file of the repository that does it, or `file#symbol`. */
  readonly code?: string;
  readonly tests?: readonly TestName[];
  readonly settings?: readonly (keyof Settings)[];
  /** Alarms, as docs and CloudWatch name them behind the environment. */
  readonly alarms?: readonly string[];
};

/** One page of docs/evidence. */
export type EvidencePage = {
  readonly file: string;
  readonly title: string;
  /** Sentences before the table. */
  readonly introduction: string;
  readonly columns: readonly [of: string, claim: string];
  readonly rows: readonly Row[];
  /** Sentences after it. */
  readonly after: string;
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const link = (path: string, text = path): string => `[${text}](../../${path})`;

const codeText = (code: string): string => {
  const [path = '', symbol] = code.split('#');
  return link(path, symbol === undefined ? `\`${path.split('/').at(-1)}\`` : `\`${symbol}\``);
};

const testText = (test: TestName): string => {
  const [path = '', name = ''] = test.split(' › ');
  return link(path, name);
};

const proofOf = ({ code, tests = [], settings = [], alarms = [] }: Row): string =>
  [
    ...(code ? [codeText(code)] : []),
    ...tests.map(testText),
    ...settings.map(
      (name) => `setting ${link(`docs/operate/settings.md#${name.toLowerCase()}`, `\`${name}\``)}`,
    ),
    ...alarms.map((name) => `alarm \`${name}\``),
  ].join('; ') || '**not covered here**';

/** The page in Markdown. */
export const evidenceText = ({ title, introduction, columns, rows, after }: EvidencePage): string =>
  [
    `# ${title}`,
    introduction,
    [
      `| ${columns.join(' | ')} | code, tests, settings, alarms |`,
      '|---|---|---|',
      ...rows.map((row) => `| ${cell(row.of)} | ${cell(row.claim)} | ${proofOf(row)} |`),
    ].join('\n'),
    after,
    'This page is printed from `lib/evidence`. A test compares each file, symbol, test, setting and alarm with the repository.',
  ]
    .filter((text) => text !== '')
    .join('\n\n')
    .concat('\n');
