import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { documentText } from '../../lib/document-text.ts';
import { pagesFolder, printIndex, printPages } from '../../openapi/pages.ts';
import { pathsOf } from '../helpers/paths.ts';

// Texts that people read use the field's own words: README, docs, runbook, dashboard and everything that the API says of
// itself and of errors, as the OpenAPI document prints it.

/** The words that are avoided, and the words in their place. */
const words: readonly (readonly [RegExp, string])[] = [
  [/\b(told|tells|telling)\b/, 'publish, emit, log or pass'],
  [/\b(hears?|heard|hearing)\b/, 'receive, handle or subscribe'],
  [/\bnouns?\b/, 'resource'],
  [/\bwhoever\b/, 'a sentence that names the actor'],
  [/\b(wakes?|woken|woke|wake-ups?|wakes up)\b/, 'notify'],
  [/\b(set|sets|lie|lies|stand|stands) aside\b/, 'dead-lettered'],
  [/\bparked\b/, 'paused'],
  [/\bstalls?\b|\bpatience\b|\bramps?\b/, 'slow call, latency threshold, slow start'],
  [/\b(papers|applicants?)\b/, 'document references, customer'],
  [/\bcircumstances\b/, 'context'],
  [/\b(cures?|cured)\b/, 'remediation, fix'],
  [/\b(align|aligns|aligned|alignment)\b/, 'reconcile'],
  [/\bsettles?\b/, 'apply, reconcile, process or finish'],
  [/\b(sealed|unsealed|sealer)\b/, 'encrypted, decrypted'],
  [/\b(calling off|called off)\b/, 'cancel'],
  [/\bforgetting\b/, 'erasure'],
  [/\b(anew|begun)\b/, 'again, started'],
  [/\b(as it stands|of its own)\b/, 'a shorter sentence'],
  [/\b(lies|lie) (in|on|under|there|where|here|with)\b/, 'is stored, is'],
  [/\b(front door|housing|surroundings|residents|vouchers|shelf|lanes?)\b/, 'the standard term'],
  [/\b(blindly|hasty|disguises|wishes|outlived)\b/, 'the standard term'],
  [/\b(lone|woven|unnoted|calling off)\b/, 'single, unflushed, cancel'],
  [/\breplay record/, 'idempotency record'],
  [/\bgood for (the|its|a|at|so|fifteen|thirty)\b/, 'valid for'],
  [/\bunder way\b/, 'in flight, open or running'],
  [/\bnot (shown|told) to (anybody|nobody)\b|\bshown to nobody\b/, 'never shown'],
  [/\bbegin(s)? anew\b|\bin hand\b/, 'start again, leased'],
  [/(?<!Transaction )\bcancelled\b/, 'canceled, as the API does'],
];

/** Names that once stood in the sources, whole or as the beginning of a longer name, and the names in their place. */
const names: Readonly<Record<string, string>> = {
  passedSettings: 'environmentVariables',
  saveSomehow: 'saveWithFallbacks',
  serveEndpoint: 'reconcileAndProbeEndpoint',
  restedHealth: 'withProbesStopped',
  consequences: 'featureChanges',
  demandedOutcome: 'reviewerDecision',
  decidedOutcome: 'applyDecision',
  callOff: 'cancel',
  calledOff: 'canceled',
  opinionIn: 'parseAnswer',
  takeTurn: 'acquireLease',
  awsEyes: 'awsDocumentAnalysis',
  Orderer: 'IssuingContext',
  Spender: 'SpendingContext',
  spreadKey: 'tenantShardsKey',
  lookedAtTogether: 'batch_size',
  readTogether: 'batch_size',
  nobodySignsInHere: 'signInUnavailable',
  saveBesideVersion: 'saveInternalState',
  lackingFeature: 'missingFeature',
  featureMissing: 'missingFeatureError',
  featureNotActive: 'missingFeatureError',
  lackingFor: 'missingFeatureFor',
  lackingIn: 'missingFeatureIn',
};

/** Names that no declaration has again. Texts and longer names may have the same words. */
const declarations: Readonly<Record<string, string>> = {
  Asked: 'a noun for what the caller sends: CommandInput, DecisionInput',
  Made: 'a noun for the result: AttemptOutcome, SavedKeys',
  Place: 'TableOrIndex, ListPartition, NavigationItem',
  Eyes: 'DocumentAnalysis',
  Ending: 'RetentionKind',
  endOf: 'itemExpiresAt',
  Reach: 'ServiceGrant',
  Wanted: 'PageRequest',
  sees: 'canSeePart',
};

/** Words that sources may have: a provider's term, a public value, and what CSS or plain speech says in another sense. */
const notInSources = /applicants|under way|of its own/;

const documents = pathsOf([
  'README.md',
  'RUNBOOK.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/{,start/,guides/,operate/,contribute/,explain/,evidence/}*.md',
  '{client,local,dashboard,onboarding}/README.md',
]).map((file) => ({ file, lines: readFileSync(file, 'utf8').split(/\r?\n/) }));

const texts = [
  ...documents,
  ...pathsOf('{dashboard,onboarding}/src/**/*.{ts,tsx,json}').map((file) => ({
    file,
    lines: shownLines(readFileSync(file, 'utf8')),
  })),
  { file: 'the OpenAPI document', lines: documentText().split(/\\n|(?<=",)/) },
];

test('texts that people read use the words of the field', () => {
  assert.ok(texts.length > 50, `only ${texts.length} texts were found`);
  assert.deepEqual(
    texts.flatMap(({ file, lines }) => lines.flatMap((line) => faultsOf(file, line))),
    [],
  );
});

test('names, comments and texts of the sources use them too', () => {
  const ofSources = words.filter(([word]) => !notInSources.test(word.source));
  // Few files have any of them, and one search for all takes a tenth of the time.
  const any = new RegExp(ofSources.map(([{ source }]) => source).join('|'), 'i');
  const sources = pathsOf('{functions,lib,local,cli,client,bin,openapi,test}/**/*.ts').filter(
    isSource,
  );
  assert.ok(sources.length > 1_000, `only ${sources.length} sources were found`);
  assert.deepEqual(
    [...sources, ...pathsOf('.ci/*')].flatMap((file) => {
      const text = wordsIn(readFileSync(file, 'utf8'));
      return any.test(text)
        ? text.split('\n').flatMap((line) => faultsOf(file, line, ofSources))
        : [];
    }),
    [],
  );
});

test('no name returns that was given up', () => {
  const old = new RegExp(Object.keys(names).map(asPartOfNames).join('|'), 'g');
  const declared = new RegExp(
    `(?<=\\b(?:const|let|function|type|interface|class) )(?:${Object.keys(declarations).join('|')})(?=\\s*[=<(:{])`,
    'g',
  );
  const instead = Object.entries({ ...names, ...declarations });
  const sources = pathsOf([
    '{functions,lib,local,cli,client,bin,openapi,bench,test}/**/*.ts',
    '{dashboard,onboarding}/src/**/*.{ts,tsx}',
  ]).filter(isSource);
  assert.deepEqual(
    sources.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return [...text.matchAll(old), ...text.matchAll(declared)].map(([found]) => {
        const [, name] = instead.find(([one]) => one.toLowerCase() === found.toLowerCase()) ?? [];
        return `${file}: ${found}: say ${name}`;
      });
    }),
    [],
  );
});

test('every page of the documents is linked from their index', () => {
  const index = readFileSync('docs/README.md', 'utf8');
  const pages = pathsOf('docs/{start,guides,operate,contribute,explain,evidence}/*.md');
  assert.ok(pages.length > 25, `only ${pages.length} pages were found`);
  assert.deepEqual(
    pages.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`)),
    [],
  );
});

test('every file that a document names exists', () => {
  const named =
    /`((?:bin|lib|functions|openapi|local|client|dashboard|onboarding|bench|test|docs)\/[\w./-]+\.\w+)`/g;
  const missing = documents.flatMap(({ file, lines }) =>
    lines
      .flatMap((line) => [...line.matchAll(named)].map(([, path = '']) => path))
      .flatMap((path) => (existsSync(path) ? [] : [`${file}: ${path}`])),
  );
  assert.deepEqual(missing, []);
});

test('the pages of the repository are those that the contract prints', () => {
  const document = JSON.parse(documentText());
  const pages = printPages(document);
  const kept = pathsOf(`${pagesFolder}*`).map((path) => [
    path.slice(pagesFolder.length),
    readFileSync(path, 'utf8'),
  ]);
  const again = 'run `npm run openapi -- pages` and commit llms.txt and docs/api';
  assert.deepEqual(kept.map(([page]) => page).toSorted(), Object.keys(pages).toSorted(), again);
  for (const [page = '', text] of kept) assert.ok(text === pages[page], `${page} is old: ${again}`);
  assert.ok(
    readFileSync('llms.txt', 'utf8') === printIndex(document, pagesFolder),
    `llms.txt is old: ${again}`,
  );
});

function faultsOf(file: string, line: string, of = words): string[] {
  return of.flatMap(([word, instead]) => {
    const found = new RegExp(word.source, 'i').exec(line);
    return found
      ? [`${file}: "${found[0]}" in "${line.trim().slice(0, 120)}": say ${instead}`]
      : [];
  });
}

/** A source with its names split into words. */
function wordsIn(text: string): string {
  return text.replace(/(?<=[a-z0-9])(?=[A-Z])|_/g, ' ');
}

/** Finds a name whole, and as a part of a longer one: `takeTurn`, `takeTurnOf`, `toTakeTurn`. */
function asPartOfNames(name: string): string {
  const [first = '', others] = [name[0], name.slice(1)];
  return `(?<![A-Za-z])${first.toLowerCase()}${others}(?![a-z])|${first.toUpperCase()}${others}(?![a-z])`;
}

/** Whether somebody wrote the file: it is neither built nor installed, nor the list of the words. */
function isSource(path: string): boolean {
  return !/node_modules|\/dist\/|infra\/words\.test\.ts$/.test(path);
}

/**
 * The lines of a dashboard's source file that a person may see: strings and the texts between tags.
 */
function shownLines(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/^import .*$/gm, '');
  return [...code.matchAll(/'([^'\n]*)'|`([^`]*)`|"([^"\n]*)"|>([^<>{}]+)</g)].map(
    ([, single, template, double, text]) => single ?? template ?? double ?? text ?? '',
  );
}
