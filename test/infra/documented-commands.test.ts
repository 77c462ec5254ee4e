import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { listedByGit } from '../../bin/git.ts';

// Commands as documents, comments, usages and messages name them. A reader who pastes one may have
// Node 20, which ends with ERR_UNKNOWN_FILE_EXTENSION where it meets a .ts file. The commands npm
// and npx find the Node that the project brings, on every system.

const option = String.raw`(?:--?[\w-]+(?:=\S+)?\s+)*`;

/** A file of TypeScript that is run by what the PATH, or only a shell of Unix, has. */
const bare = new RegExp(
  String.raw`(?<!npx\s+)(?<![\w./-])node\s+${option}["'\`]?[\w./{},*-]+\.[cm]?tsx?\b`,
);
const binary = /node_modules\/\.bin\//;

const isCommand = (line: string): boolean => bare.test(line) || binary.test(line);

/** The scripts of a package are run by npm, which puts its programs before those of the PATH. */
const byNpm = /(^|\/)package(-lock)?\.json$/;
const thisFile = 'test/infra/documented-commands.test.ts';

const files = listedByGit()
  .filter((path) => /\.(md|ts|tsx|mjs|cjs|json|yml)$|^\.ci\//.test(path))
  .filter((path) => !byNpm.test(path) && path !== thisFile && existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Those of the packages. */
const manifests = globSync([
  'package.json',
  '{local,dashboard,onboarding,client,cli}/package.json',
]).map((file) => {
  const { scripts = {} }: { scripts?: Record<string, string> } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  return { file, scripts };
});

describe('a documented command', () => {
  test('that runs a file of TypeScript begins with npx', () => {
    assert.ok(files.length > 1_000, `only ${files.length} files were found`);
    const lines = files.flatMap(({ path, text }) =>
      text
        .split(/\r?\n/)
        .flatMap((line, at) => (isCommand(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    );
    assert.deepEqual(lines, []);
  });

  test('names a file that exists', () => {
    const named = files.flatMap(({ path, text }) =>
      [
        ...text.matchAll(new RegExp(String.raw`npx node ${option}["']?([\w./-]+\.tsx?)\b`, 'g')),
      ].map(([, file = '']) => [path, file] as const),
    );
    assert.ok(named.length > 20, `only ${named.length} commands were found`);
    assert.deepEqual(
      named.filter(([, file]) => !existsSync(file)),
      [],
    );
  });

  test('that npm runs is a script', () => {
    const scripts = new Set(manifests.flatMap(({ scripts }) => Object.keys(scripts)));
    const inText = (text: string) => [
      ...text.matchAll(/`[^`\n]*\bnpm run (?:-s |--silent )?([a-z][\w:-]*)[^`\n]*`/g),
    ];
    const named = files.flatMap(({ path, text }) =>
      inText(text).map(([, name = '']) => [path, name] as const),
    );
    assert.ok(named.length > 50, `only ${named.length} commands were found`);
    assert.deepEqual(
      named.filter(([, name]) => !scripts.has(name)),
      [],
    );
  });

  for (const [line, found] of [
    ['`node bench/cell.ts`', true],
    ['npm run assembly && node bench/costs.ts', true],
    ['  (`node --test test/unit/tenants/accounts/write-shards.test.ts`).', true],
    ['PICTURES=docs/pictures node --test test/suites/browser.test.ts', true],
    ['node --test "local/test/*.test.ts"', true],
    ['node --import=./x.mjs --test-name-pattern=a test/a.test.ts', true],
    ['`node_modules/.bin/node test/soak.ts`', true],
    ['./node_modules/.bin/cdk deploy', true],
    ['node  dashboard/src/main.tsx', true],
    ['npx node bench/cell.ts', false],
    ['npx node --test test/unit/fields.test.ts', false],
    [`node -p "require('./.local/environment.json').sandbox.base_url"`, false],
    ["key=$key node --input-type=module -e '", false],
    ['any Node from 20 runs npm', false],
    ['import { createHash } from "node:crypto"; // see functions/core/ids.ts', false],
    ["join('node_modules', 'typescript', 'bin', 'tsc')", false],
  ] as const)
    test(`is ${found ? 'seen' : 'let be'} in ${line.trim()}`, () =>
      assert.equal(isCommand(line), found));
});

test('no script of the package needs a shell of Unix', () => {
  const shells =
    /\bexec\b|\$[\w({]|`|;|(^|&& |\|\| )\w+=|(?<!["\w])'|[^"\w]\*|\brm -|\bcp\b|\bmv\b|\/dev\/|(?<!&)&(?!&)|[<>]/;
  const scripts = manifests.flatMap(({ file, scripts }) =>
    Object.entries(scripts).map(([name, script]) => [file, name, script] as const),
  );
  assert.ok(scripts.length > 20, `only ${scripts.length} scripts were found`);
  assert.deepEqual(
    scripts.filter(([, , script]) => shells.test(script)),
    [],
  );
  for (const script of [
    'exec node a.ts',
    'PORT=0 node a.ts',
    'a; b',
    "node --test 'a/*'",
    'node a.ts &',
    'a > b',
    'rm -rf x',
  ])
    assert.match(script, shells);
});
