import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../bin/build.ts';
import { git } from '../../bin/git.ts';
import { runNpm } from '../../bin/npm.ts';
import { lastVersionIn } from '../../bin/release/changelog.ts';
import { tagOf } from '../../bin/release/checks.ts';
import { revisionOf } from '../../bin/release/revision.ts';

/** An earlier version of this repository, built by itself. */
export type Earlier = {
  /** Its tag or commit. */
  readonly revision: string;
  readonly folder: string;
  /** Its synthesised app, with its bundles. */
  readonly assembly: string;
  remove(): void;
};

/** The tag of the last release; throws where there is none. */
export const lastRelease = (): string => {
  const version = lastVersionIn(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  if (version === undefined) throw new Error('No release was cut yet: name a commit.');
  return tagOf(version);
};

/** Checks a revision out beside this repository and builds it with its own programs. */
export const buildEarlier = (revision: string): Earlier => {
  const folder = join(mkdtempSync(join(tmpdir(), 'upgrade-')), 'earlier');
  git('worktree', 'add', '--detach', folder, revisionOf(revision));
  const remove = () => {
    git('worktree', 'remove', '--force', folder);
    rmSync(join(folder, '..'), { recursive: true, force: true });
  };
  try {
    installPackages(folder);
    execFileSync(process.execPath, ['bin/assemblies.ts', 'assembly'], {
      cwd: folder,
      stdio: 'inherit',
    });
  } catch (error) {
    remove();
    throw error;
  }
  return { revision, folder, assembly: join(folder, '.build', 'assembly'), remove };
};

/** The packages of this repository where it has the same, else those of the earlier lock file. */
const installPackages = (folder: string): void => {
  if (lockedPackages(folder) !== lockedPackages(root))
    return void runNpm(['ci', '--silent'], folder);
  const isInstalled = (workspace: string) => existsSync(join(root, workspace, 'node_modules'));
  for (const workspace of ['.', ...workspaces().filter(isInstalled)])
    linkAll(join(root, workspace, 'node_modules'), join(folder, workspace, 'node_modules'));
};

/** Links every package. A link to a workspace is made again, so that it leads to the earlier one. */
const linkAll = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    symlinkSync(entry.isSymbolicLink() ? readlinkSync(source) : source, target, 'junction');
  }
};

const workspaces = (): string[] =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces;

/** The lock file without the packages of this repository, whose version each release changes. */
const lockedPackages = (folder: string): string => {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const others = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));
  return JSON.stringify(others);
};
