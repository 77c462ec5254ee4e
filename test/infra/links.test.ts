import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { marked, type Token } from 'marked';
import { listedByGit } from '../../bin/git.ts';

interface Page {
  /** The anchors that GitHub gives to the page's headings. */
  anchors: Set<string>;
  targets: string[];
}

const files = listedByGit().filter((path) => path.endsWith('.md') && existsSync(path));
const pages = new Map(files.map((file) => [file, readPage(readFileSync(file, 'utf8'))]));

test('every relative link of a Markdown file leads to a file and a heading that exist', () => {
  const targets = [...pages.values()].flatMap((page) => page.targets);
  assert.ok(
    files.length > 50 && targets.length > 500,
    `only ${files.length} files, ${targets.length} links`,
  );
  const broken = [...pages].flatMap(([file, page]) =>
    page.targets.flatMap((target) => (leadsSomewhere(file, target) ? [] : [`${file}: ${target}`])),
  );
  assert.deepEqual(broken, [], 'Correct these links, or the headings that they name.');
});

test('an anchor is made of a heading as on GitHub', () => {
  const page = readPage(
    '# An *API* key’s `role_id`: v1.2\n\n## Twice\n\nText\n-\n\n### Twice\n\n```\n# no heading [a](b)\n```\n',
  );
  assert.deepEqual([...page.anchors], ['an-api-keys-role_id-v12', 'twice', 'text', 'twice-1']);
  assert.deepEqual(page.targets, []);
});

test('a link is found in a list, a table, a picture and by reference', () => {
  const { targets } = readPage(
    '- [a](a.md)\n\n| b |\n|---|\n| ![b](b.png) |\n\n[c], `[d](d.md)`\n\n[c]: c.md#d\n',
  );
  assert.deepEqual(targets, ['a.md', 'b.png', 'c.md#d']);
});

function leadsSomewhere(file: string, target: string): boolean {
  if (/^[a-z]+:/.test(target)) return true;
  const [path = '', anchor] = target.split('#');
  const found = path === '' ? file : join(dirname(file), decodeURIComponent(path));
  if (!existsSync(found)) return false;
  if (anchor === undefined) return true;
  return statSync(found).isFile() && pages.get(found)?.anchors.has(anchor) === true;
}

function readPage(text: string): Page {
  const page: Page = { anchors: new Set(), targets: [] };
  const times = new Map<string, number>();
  marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === 'link' || token.type === 'image') page.targets.push(token.href);
    if (token.type !== 'heading') return;
    const anchor = anchorOf(plain(token.tokens ?? []));
    const before = times.get(anchor) ?? 0;
    times.set(anchor, before + 1);
    page.anchors.add(before === 0 ? anchor : `${anchor}-${before}`);
  });
  return page;
}

function plain(tokens: Token[]): string {
  return tokens
    .map((token) => ('tokens' in token && token.tokens ? plain(token.tokens) : textOf(token)))
    .join('');
}

function textOf(token: Token): string {
  return 'text' in token ? token.text : '';
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}
