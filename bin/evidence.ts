import { mkdirSync, writeFileSync } from 'node:fs';
import { evidencePages } from '../lib/evidence/pages.ts';
import { evidenceText } from '../lib/evidence/rows.ts';
import { readCommandLine } from './command-line.ts';

readCommandLine({
  usage: `npx node bin/evidence.ts

Prints the pages of docs/evidence again, from the rows in lib/evidence.`,
});

mkdirSync('docs/evidence', { recursive: true });
for (const page of evidencePages) writeFileSync(`docs/evidence/${page.file}`, evidenceText(page));
