import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { printDocument } from '../lib/document-text.ts';
import type { PrintedDocument } from '../openapi/page-places.ts';
import { pagesFolder, printIndex, printPages } from '../openapi/pages.ts';

// Prints the OpenAPI document: `npm run --silent openapi > openapi.json`.
// `npm run openapi -- pages` writes the same as Markdown: llms.txt and docs/api.
const text = JSON.stringify(printDocument(), null, 2);
const root = fileURLToPath(new URL('../', import.meta.url));

const writePages = (document: PrintedDocument): void => {
  rmSync(`${root}${pagesFolder}`, { recursive: true, force: true });
  mkdirSync(`${root}${pagesFolder}`);
  for (const [page, markdown] of Object.entries(printPages(document)))
    writeFileSync(`${root}${pagesFolder}${page}`, markdown);
  writeFileSync(`${root}llms.txt`, printIndex(document, pagesFolder));
};

if (process.argv[2] === 'pages') writePages(JSON.parse(text));
else console.log(text);
