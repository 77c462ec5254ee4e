/** A release, as the heading of its section names it: the software's version, the contract's, and the day. */
export type Release = {
  readonly version: string;
  readonly contract: string;
  readonly date: string;
};

/** The readers of the changelog, each with a heading of its own. */
export const audiences = ['API contract', 'Clients and command line', 'Operators'] as const;

const unreleased = /^## Unreleased\n(?<entries>[\s\S]*?)(?=^## |(?![\s\S]))/m;
const released = /^## (?<version>\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\), contract \d+\.\d+\.\d+$/m;

/** The newest release of the software; undefined before the first. */
export const lastVersionIn = (changelog: string): string | undefined =>
  released.exec(changelog)?.groups?.version;

/** Whether the section Unreleased has an entry. */
export const hasUnreleasedEntries = (changelog: string): boolean =>
  /^- /m.test(unreleased.exec(changelog)?.groups?.entries ?? '');

/** Moves the entries of Unreleased below the heading of a release, without headings that have none. */
export const closeUnreleased = (changelog: string, { version, contract, date }: Release): string =>
  changelog.replace(unreleased, (_, entries: string) => {
    const [first = '', ...sections] = entries.split(/^(?=### )/m);
    const kept = [first, ...sections.filter((section) => /^- /m.test(section))].map((section) =>
      section.trim(),
    );
    const next = audiences.map((audience) => `### ${audience}`);
    const heading = `## ${version} (${date}), contract ${contract}`;
    return `${['## Unreleased', ...next, heading, ...kept].filter((part) => part !== '').join('\n\n')}\n\n`;
  });
