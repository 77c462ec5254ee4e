import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { copyOfRepository, editsOf, makeEdits, recipes } from '../helpers/recipes.ts';

// Follows the recipes of docs/contribute in a copy of the repository to their end: `npm run update` and `npm run quick`.

const copy = copyOfRepository();

const run = (program: string, ...words: readonly string[]): void => {
  const { status } = spawnSync(program, words, { cwd: copy, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} has failed.`);
};

/** A commit of nobody, from which `npm run quick` sees the changes. */
const commit = ['-c', 'user.name=recipes', '-c', 'user.email=recipes@example.com', 'commit', '-q'];

try {
  run('git', 'init', '-q', '-b', 'main');
  run('git', 'add', '-A');
  run('git', ...commit, '-m', 'Before the recipes');
  makeEdits(copy, recipes.flatMap(editsOf));
  run(process.execPath, 'bin/update.ts');
  run(process.execPath, 'test/quick.ts');
} finally {
  rmSync(copy, { recursive: true });
}
