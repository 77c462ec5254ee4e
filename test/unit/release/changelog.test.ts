import assert from 'node:assert/strict';
import {
  closeUnreleased,
  hasUnreleasedEntries,
  lastVersionIn,
} from '../../../bin/release/changelog.ts';
import { contractVersionOf } from '../../../lib/contract-version.ts';
import { describe, test } from '../../helpers/tests.ts';

const release = { version: '0.2.0', contract: '1.1.0', date: '2027-01-31' };
const empty = `## Unreleased

### API contract

### Clients and command line

### Operators
`;
const before = `
## Contract 1.0.0

- Accounts.
`;

describe('the changelog of a release', () => {
  test('has the entries of Unreleased below its heading, and Unreleased has the headings of the three audiences', () =>
    assert.equal(
      closeUnreleased(
        `# Changelog\n\n## Unreleased\n\n- A.\n- B,\n  more of B.\n${before}`,
        release,
      ),
      `# Changelog\n\n${empty}\n## 0.2.0 (2027-01-31), contract 1.1.0\n\n- A.\n- B,\n  more of B.\n${before}`,
    ));

  test('keeps the headings that have entries', () => {
    const entries =
      '### API contract\n\n- A costs $1 or $&.\n\n### Clients and command line\n\n### Operators\n\n- B.\n';
    assert.equal(
      closeUnreleased(`## Unreleased\n\n${entries}${before}`, release),
      `${empty}\n## 0.2.0 (2027-01-31), contract 1.1.0\n\n### API contract\n\n- A costs $1 or $&.\n\n### Operators\n\n- B.\n${before}`,
    );
  });

  test('can be closed again once Unreleased has another entry', () => {
    const once = closeUnreleased(`## Unreleased\n\n- A.\n${before}`, release);
    assert.deepEqual(
      [lastVersionIn(once), contractVersionOf(once), hasUnreleasedEntries(once)],
      ['0.2.0', '1.1.0', false],
    );
    const added = once.replace('### Operators\n', '### Operators\n\n- B.\n');
    assert.ok(hasUnreleasedEntries(added));
    const twice = closeUnreleased(added, {
      version: '0.3.0',
      contract: '1.2.0',
      date: '2027-02-28',
    });
    assert.deepEqual([lastVersionIn(twice), contractVersionOf(twice)], ['0.3.0', '1.2.0']);
    assert.ok(
      twice.startsWith(
        `${empty}\n## 0.3.0 (2027-02-28), contract 1.2.0\n\n### Operators\n\n- B.\n\n## 0.2.0 (`,
      ),
    );
    assert.ok(twice.endsWith(before));
  });

  test('has no release of the software before the first', () =>
    assert.equal(lastVersionIn(`## Unreleased\n${before}`), undefined));
});
