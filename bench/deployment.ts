/**
 * Prints the figures of docs/operate/first-deployment.md again: from the templates, and from the
 * costs in bench/results.json.
 * Run: `npm run assembly && npx node bench/deployment.ts`.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { readCommandLine } from '../bin/command-line.ts';
import { stacksOf, withFigures } from './deployment-figures.ts';

readCommandLine({
  usage: `npx node bench/deployment.ts

Prints the figures of docs/operate/first-deployment.md again. \`npm run assembly\` goes before.`,
});

const page = 'docs/operate/first-deployment.md';
const { costs } = JSON.parse(readFileSync('bench/results.json', 'utf8'));
writeFileSync(
  page,
  withFigures(readFileSync(page, 'utf8'), stacksOf('.build/assembly-plain'), costs),
);
