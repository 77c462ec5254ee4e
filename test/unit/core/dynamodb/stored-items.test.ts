import assert from 'node:assert/strict';
import { UnreadableItem } from '../../../../functions/core/dynamodb/stored-form.ts';
import {
  fieldsIn,
  mustBeThere,
  type Path,
  without,
  withValue,
} from '../../../helpers/stored/fields.ts';
import { storedOf } from '../../../helpers/stored/fixtures.ts';
import { type StoredKind, storedKinds } from '../../../helpers/stored/kinds.ts';
import { kindReaders } from '../../../helpers/stored/readers.ts';
import { requiredFields } from '../../../helpers/stored/required-fields.ts';
import { describe, test } from '../../../helpers/tests.ts';

// An item stored by a release lacks the fields that were added since. Each field in turn is taken
// out of each stored item.

const namedAs = (path: Path): string =>
  path
    .map((part, nth) => (typeof part === 'number' ? `[${part}]` : nth === 0 ? part : `.${part}`))
    .join('');

const kinds = Object.keys(storedKinds) as StoredKind[];

for (const kind of kinds) {
  const known = kindReaders[kind];
  if (!known) continue;
  const { reader, contentOf } = known;
  describe(kind, () => {
    const seen = new Set<string>();
    // A deleted webhook is a mark, and nothing reads it as a webhook.
    for (const [nth, { release, state, item }] of storedOf(kind).entries()) {
      if (state.includes('deleted') && kind === 'webhook') continue;
      test(`${state.join(' ')} ${nth} of ${release} is read, and without each of its fields`, () => {
        const content = contentOf(item);
        const whole = reader(content);
        for (const { path, field } of fieldsIn(reader.form, content)) {
          const lacking = without(content, path);
          // Without the type nobody knows which fields there are.
          const isRequired =
            mustBeThere(field) || (kind === 'customer' && namedAs(path) === 'type');
          if (isRequired) seen.add(namedAs(path).replaceAll(/\[\d+\]/g, '[]'));
          if (isRequired)
            assert.throws(
              () => reader(lacking),
              (error: Error) =>
                error instanceof UnreadableItem &&
                error.message.endsWith(` has no ${namedAs(path)}`) &&
                (item.pk === item.id || !error.message.includes(String(item.pk))),
              namedAs(path),
            );
          else
            assert.deepEqual(
              reader(lacking),
              withValue(whole, path, field.read(undefined, '')),
              namedAs(path),
            );
        }
      });
    }
    test('only these of its fields must be there', () => {
      assert.deepEqual([...seen].toSorted(), requiredFields[kind]?.trim().split(/\s+/));
    });
  });
}
