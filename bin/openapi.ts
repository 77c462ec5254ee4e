import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentText, servedText } from '../lib/document-text.ts';
import { entriesFor } from '../openapi/changelog.ts';
import { printCollection } from '../openapi/collection.ts';
import { changesSince, unnamedIn } from '../openapi/compare.ts';
import type { PrintedDocument } from '../openapi/page-places.ts';
import { pagesFolder, printIndex, printPages } from '../openapi/pages.ts';
import { printParts } from '../openapi/size.ts';
import { missing, orSentence, readCommandLine, refuse } from './command-line.ts';
import { revisionOf } from './release/revision.ts';

const usage = `npm run --silent openapi > openapi.json   prints the OpenAPI document
npm run --silent openapi -- collection    prints requests for Postman, Bruno or Insomnia
npm run openapi -- pages                  writes the same as Markdown: llms.txt and docs/api
npm run --silent openapi -- size          prints what the document consists of
npm run openapi -- compare origin/main    lists what differs from an older document: a revision, a file or an address`;

const { positionals } = readCommandLine({ usage, words: 'any' });
const [command, from, ...more] = positionals;
const served = JSON.parse(servedText());
const root = fileURLToPath(new URL('../', import.meta.url));

const writePages = (document: PrintedDocument): void => {
  rmSync(`${root}${pagesFolder}`, { recursive: true, force: true });
  mkdirSync(`${root}${pagesFolder}`);
  for (const [page, markdown] of Object.entries(printPages(document)))
    writeFileSync(`${root}${pagesFolder}${page}`, markdown);
  writeFileSync(`${root}llms.txt`, printIndex(document, pagesFolder));
};

/** The older document; a revision prints its own, with the libraries that are installed here. */
const documentOf = async (from: string): Promise<PrintedDocument> => {
  if (/^https?:/.test(from)) return fetched(from);
  if (from.endsWith('.json')) return JSON.parse(readFileSync(from, 'utf8'));
  const revision = revisionOf(from, root);
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    const archive = execFileSync('git', ['archive', revision], {
      cwd: root,
      maxBuffer: archive_bytes_max,
    });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    // A junction on Windows, where anybody may make one.
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const printed = execFileSync(process.execPath, [join(folder, 'bin/openapi.ts')], {
      maxBuffer: archive_bytes_max,
    });
    return JSON.parse(printed.toString());
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const fetched = async (address: string): Promise<PrintedDocument> => {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    return (await response.json()) as PrintedDocument;
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    throw new Error(`No document could be read from ${address}: ${why}.`);
  }
};

const archive_bytes_max = 512 * 1024 * 1024;

/** Ends with 1 where a breaking change is not named in the newest section of the changelog; prints what to add to it. */
const compare = async (from: string): Promise<void> => {
  const document: PrintedDocument = served;
  const changes = changesSince(await documentOf(from), document);
  for (const { place, what, breaking } of changes)
    console.log(`${breaking ? 'BREAKING' : 'additive'} ${place} ${what}`);
  const additive = changes.length > 0 ? 'minor' : 'patch';
  const size = changes.some(({ breaking }) => breaking) ? 'major' : additive;
  console.log(
    `\nBy docs/operate/releases.md these changes need a ${size} release of the contract.`,
  );
  const [, newest = ''] = readFileSync(`${root}CHANGELOG.md`, 'utf8').split(/^## /m);
  const entries = entriesFor(newest, changes, document);
  if (entries !== '') console.log(`\nNot in the newest section of CHANGELOG.md:\n\n${entries}\n`);
  const unnamed = unnamedIn(newest, changes);
  for (const { place } of unnamed)
    console.error(`The newest section of CHANGELOG.md must name \`${place}\`.`);
  if (unnamed.length > 0) process.exitCode = 1;
};

const commands: Readonly<Record<string, () => unknown>> = {
  pages: () => writePages(JSON.parse(documentText())),
  collection: () => console.log(JSON.stringify(printCollection(served), null, 2)),
  compare: () => (from === undefined ? missing('Name what to compare with.') : compare(from)),
  size: () => console.log(printParts(served)),
};

if (command === undefined) console.log(JSON.stringify(served, null, 2));
else if (
  !Object.hasOwn(commands, command) ||
  more.length > 0 ||
  (from !== undefined && command !== 'compare')
)
  refuse(`Unknown words ${JSON.stringify(positionals.join(' '))}.`, command, Object.keys(commands));
else await orSentence(() => commands[command]?.());
