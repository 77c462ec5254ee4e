import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, posix, win32 } from 'node:path';
import { after, describe, test } from 'node:test';
import { listedByGit } from '../../bin/git.ts';
import { npmProgram } from '../../bin/npm.ts';
import { outputName } from '../../lib/bundles.ts';
import manifest from '../../package.json' with { type: 'json' };
import { withSlashes } from '../helpers/paths.ts';

// Git for Windows changes the ends of lines unless .gitattributes says otherwise, and digests and snapshots are of bytes.
test('every text file is checked out with LF, and no byte of another file is changed', () => {
  const files = listedByGit('--eol').map(
    (line) => /^i\/(\S*)\s+w\/(\S*)\s+attr\/(.*?)\s*\t(.*)$/s.exec(line) ?? assert.fail(line),
  );
  assert.ok(files.length > 1_000, `only ${files.length} files were found`);
  const wrong = files.filter(([, index = '', tree = '', attributes]) =>
    attributes === '-text'
      ? false
      : !(attributes === 'text=auto eol=lf' && index !== '-text' && /^(lf|none|)$/.test(tree)),
  );
  assert.deepEqual(
    wrong.map(([, , , , path]) => path),
    [],
  );
});

test('no name of a file is impossible on Windows, or another name there', () => {
  const names = listedByGit();
  const reserved = /[<>:"|?*\\]|[. ](\/|$)|(^|\/)(con|prn|aux|nul|com\d|lpt\d)(\.|\/|$)/i;
  assert.deepEqual(
    names.filter((name) => reserved.test(name)),
    [],
  );
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
});

test('.nvmrc names the Node that the project brings', () =>
  assert.equal(readFileSync('.nvmrc', 'utf8').trim(), manifest.devDependencies.node));

const bundle = '.build/functions/cards.create/index.cjs';
const [unix, windows] = ['/home/ada/api', 'C:\\Users\\Ada Löv\\api'];
for (const [system, path, root, file, expected] of [
  ['Linux', posix, unix, bundle, bundle],
  ['Linux, by its whole path', posix, unix, `${unix}/${bundle}`, bundle],
  ['Linux, built elsewhere', posix, unix, '/tmp/x/index.cjs', '../../../tmp/x/index.cjs'],
  ['Windows', win32, windows, bundle.replaceAll('/', '\\'), bundle],
  ['Windows, with slashes', win32, windows, bundle, bundle],
  ['Windows, by its whole path', win32, windows, win32.join(windows, bundle), bundle],
  [
    'Windows, built elsewhere',
    win32,
    windows,
    'C:\\Temp\\x\\index.cjs',
    '../../../Temp/x/index.cjs',
  ],
] as const)
  test(`a bundle is found in what esbuild says of it: ${system}`, () =>
    assert.equal(outputName(file, path, root), expected));

test('paths that tests compare have slashes on Windows too', () => {
  assert.equal(withSlashes('test\\infra\\words.test.ts', win32.sep), 'test/infra/words.test.ts');
  assert.equal(withSlashes('test/infra/a\\b.ts', posix.sep), 'test/infra/a\\b.ts');
});

describe('npm is run by its program, without a shell', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'npm-')));
  after(() => rmSync(folder, { recursive: true }));
  const program = (...parts: string[]): string => {
    const file = join(folder, ...parts);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '');
    return file;
  };
  const named = program('named', 'npm-cli.js');
  const linked = program('lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  mkdirSync(join(folder, 'bin'));
  symlinkSync(linked, join(folder, 'bin', 'npm'));
  // As Node installs it on Windows: a script for other shells beside npm.cmd, and the package below.
  program('Program Files', 'npm');
  program('Program Files', 'npm.cmd');
  const beside = program('Program Files', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  chmodSync(join(folder, 'Program Files', 'npm'), 0o755);

  for (const [what, env, found] of [
    ['as npm names itself', { npm_execpath: named, PATH: join(folder, 'bin') }, named],
    [
      'by a link in the PATH',
      { PATH: ['', join(folder, 'none'), join(folder, 'bin')].join(delimiter) },
      linked,
    ],
    ['beside a command in the PATH', { PATH: join(folder, 'Program Files') }, beside],
    ['where Windows writes Path', { Path: join(folder, 'Program Files') }, beside],
    [
      'in the PATH where another manager runs',
      { npm_execpath: '/opt/yarn.js', PATH: join(folder, 'bin') },
      linked,
    ],
    [
      'in the PATH where what was named is gone',
      { npm_execpath: join(folder, 'gone', 'npm-cli.js'), PATH: join(folder, 'bin') },
      linked,
    ],
  ] as const)
    test(what, () => assert.equal(npmProgram(env), found));

  test('and its absence is said in a sentence', () =>
    assert.throws(() => npmProgram({ PATH: join(folder, 'none') }), {
      message: /^npm is not in the PATH: [^\n]+\.$/,
    }));
});
