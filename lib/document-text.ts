import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { routes } from '../functions/app/routes.ts';
import { printOpenapi } from '../openapi/document.ts';
import { eventWebhooks } from '../openapi/event-reference.ts';
import type { RecordedExamples } from '../openapi/operation.ts';
import type { PrintedDocument } from '../openapi/page-places.ts';
import { withoutRepeatedExamples } from '../openapi/repeated-examples.ts';
import { buildFolder } from './build-folder.ts';
import { contractVersionOf } from './contract-version.ts';
import { fingerprintOf } from './file-fingerprint.ts';

const root = join(import.meta.dirname, '..');

/** The sources that the document is printed from. */
export const documentSources: readonly string[] = [
  '{functions,openapi}/**/*.ts',
  'lib/{build-folder,contract-version,document-text,file-fingerprint}.ts',
  'lib/recorded-examples.json',
  'package-lock.json',
  'CHANGELOG.md',
];

/** The text that was printed last, below the stamp of what it was printed from. */
const kept = (): string => resolve(root, buildFolder(), 'document');

/**
 * The whole OpenAPI document as JSON, with an example of every response and event. It is printed only where something has
 * changed that it is made of: that takes a second, and most processes of the tests read it.
 */
export const documentText = (): string => {
  const stamp = fingerprintOf(
    globSync([...documentSources], { cwd: root })
      .sort()
      .map((path) => join(root, path)),
  );
  const last = printedLast();
  if (last.startsWith(`${stamp}\n`)) return last.slice(stamp.length + 1);
  const text = JSON.stringify(printDocument());
  mkdirSync(dirname(kept()), { recursive: true });
  // Whole or not at all, since another process may print at the same time.
  const temporary = `${kept()}.${process.pid}.part`;
  writeFileSync(temporary, `${stamp}\n${text}`);
  renameSync(temporary, kept());
  return text;
};

/** The document as it is served and handed out: what one example shows already has no other. */
export const servedText = (): string =>
  JSON.stringify(withoutRepeatedExamples(JSON.parse(documentText()) as PrintedDocument));

const printedLast = (): string => {
  try {
    return readFileSync(kept(), 'utf8');
  } catch {
    return '';
  }
};

/** Prints the whole OpenAPI document: every route and event, with what a running service was asked and answered. */
export const printDocument = () => {
  const examples: RecordedExamples = JSON.parse(
    readFileSync(new URL('./recorded-examples.json', import.meta.url), 'utf8'),
  );
  const release = contractVersionOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  return printOpenapi(routes, { webhooks: eventWebhooks, examples, release });
};
