import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractVersionOf } from '../lib/contract-version.ts';
import { root } from './build.ts';
import { missing, orSentence, readCommandLine, runScripts, say } from './command-line.ts';
import { git } from './git.ts';
import { buildArtefacts, hasPython } from './release/artefacts.ts';
import { closeUnreleased, type Release } from './release/changelog.ts';
import { faultsOf, tagOf } from './release/checks.ts';
import { versionedFiles, withVersion } from './release/software-version.ts';
import { isVersion } from './release/versions.ts';

const { values, positionals } = readCommandLine({
  usage: `npm run release -- <version> [--contract <version>] [--dry-run]

Prepares a release of the software: stores items and a data folder as fixtures, closes the section Unreleased of CHANGELOG.md, sets the
version of every package, and builds what is published into dist/. It commits, tags and publishes nothing.
docs/operate/releases.md has the steps.

  --contract <version>   the version of the contract; without it that of the last release
  --dry-run              checks, and says what would happen`,
  options: { contract: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  words: 'any',
});

/** npm keeps the option to itself where `--` is missing before it. */
const isDryRun = values['dry-run'] || process.env.npm_config_dry_run === 'true';

const versionIn = (text: string, what: string): string =>
  isVersion(text)
    ? text
    : missing(`${what} must be three numbers such as 1.2.0, not ${JSON.stringify(text)}.`);

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const write = (path: string, text: string): void => writeFileSync(join(root, path), text);

const asked = (): Release & { readonly faults: readonly string[] } => {
  const [given, ...more] = positionals;
  if (given === undefined || more.length > 0) return missing('Name one version.');
  const version = versionIn(given, 'The version');
  const changelog = read('CHANGELOG.md');
  const contractNow = contractVersionOf(changelog);
  const contract = versionIn(values.contract ?? contractNow, '--contract');
  const faults = faultsOf({
    version,
    contract,
    contractNow,
    changelog,
    changes: git('status', '--porcelain'),
    tags: git('tag', '--list').split('\n'),
    hasFixtures: existsSync(join(root, 'test/fixtures/stored', version)),
  });
  return { version, contract, date: new Date().toISOString().slice(0, 10), faults };
};

const noWheel = 'no wheel, because python3 is not in the PATH';

const plan = ({ version, contract, date }: Release): string =>
  [
    `The release ${version} (${date}), contract ${contract}:`,
    `  stores items as fixtures in test/fixtures/stored/${version}`,
    `  stores the data folder of npm start in test/fixtures/data-folders/${version}`,
    '  closes the section Unreleased of CHANGELOG.md',
    `  sets the version in ${versionedFiles.join(', ')}`,
    '  builds into dist/ the packages of the client and the command line,',
    `    ${hasPython() ? 'the wheel' : noWheel}, the SBOM and SHA256SUMS`,
  ].join('\n');

/** The rest of the release, which a maintainer does. */
const nextSteps = (version: string, files: readonly string[]): string => {
  const packages = files
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => `  npm publish dist/${name}`);
  const wheels = files
    .filter((name) => name.endsWith('.whl'))
    .map((name) => `  python3 -m twine upload dist/${name}`);
  const tag = tagOf(version);
  return [
    'dist/ has',
    ...files.map((name) => `  ${name}`),
    ...(wheels.length === 0 ? [`  ${noWheel}`] : []),
    'Next, read the difference and run npm test. Then',
    `  git add --all && git commit --message "releases: Release ${version}"`,
    `  git tag --annotate ${tag} --message ${version} && git push origin HEAD ${tag}`,
    ...packages,
    ...wheels,
  ].join('\n');
};

await orSentence(() => {
  const { faults, ...release } = asked();
  say(plan(release));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  if (isDryRun) return say('Nothing is changed: this was a dry run.');
  runScripts(
    ['test/store-fixtures.ts', release.version],
    ['test/store-data-folder.ts', release.version],
  );
  write('CHANGELOG.md', closeUnreleased(read('CHANGELOG.md'), release));
  for (const path of versionedFiles) write(path, withVersion(path, read(path), release.version));
  say(nextSteps(release.version, buildArtefacts(release.version)));
});
