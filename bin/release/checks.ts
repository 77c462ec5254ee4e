import { hasUnreleasedEntries, lastVersionIn } from './changelog.ts';
import { compareVersions } from './versions.ts';

/** A release that somebody asks for, and the repository that it would be cut from. */
export type ReleaseRequest = {
  readonly version: string;
  /** The contract version of the release, and that of the document now. */
  readonly contract: string;
  readonly contractNow: string;
  readonly changelog: string;
  /** The output of `git status --porcelain`. */
  readonly changes: string;
  readonly tags: readonly string[];
  readonly hasFixtures: boolean;
};

/** The tag of a release. */
export const tagOf = (version: string): string => `v${version}`;

/** Why a release cannot be cut, a sentence for each reason. */
export const faultsOf = (asked: ReleaseRequest): string[] => {
  const { version, contract, contractNow, changelog, changes, tags, hasFixtures } = asked;
  const last = lastVersionIn(changelog);
  const faults: readonly (readonly [boolean, string])[] = [
    [changes !== '', 'The work tree has changes: commit or remove them.'],
    [
      last !== undefined && compareVersions(version, last) <= 0,
      `${version} is not above ${last}, the last release: name a higher version.`,
    ],
    [
      compareVersions(contract, contractNow) < 0,
      `The contract ${contract} is below ${contractNow}, that of the document: name that or a higher one.`,
    ],
    [
      !hasUnreleasedEntries(changelog),
      'The section Unreleased of CHANGELOG.md has no entry: add what changed.',
    ],
    [tags.includes(tagOf(version)), `The tag ${tagOf(version)} exists: name another version.`],
    [
      hasFixtures,
      `test/fixtures/stored/${version} exists, and is never written again: name another version.`,
    ],
  ];
  return faults.flatMap(([isFault, sentence]) => (isFault ? [sentence] : []));
};
