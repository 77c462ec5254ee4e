import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Field, type StoredForm, UnreadableItem } from '../../../functions/dynamodb/stored-form.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { storedOf } from '../../helpers/stored/fixtures.ts';
import { type StoredKind, storedKinds } from '../../helpers/stored/kinds.ts';
import { kindReaders } from '../../helpers/stored/readers.ts';
import { requiredFields } from '../../helpers/stored/required-fields.ts';

// What a release stored lacks the fields that were added since. Each field in turn is taken out of each stored item.

type Path = readonly (string | number)[];
type Found = { readonly path: Path; readonly field: Field<unknown> };

/** Every declared field of what was stored, at any depth. */
const fieldsIn = (form: StoredForm<Any>, stored: Any, at: Path = []): Found[] =>
  Object.entries<Any>(form.fieldsOf(stored)).flatMap(([name, field]) => {
    const [path, value] = [[...at, name], stored[name]];
    if (value === undefined) return [];
    const within = (one: Any, place: Path): Found[] => (one && field.form ? fieldsIn(field.form, one, place) : []);
    const deeper = Array.isArray(value)
      ? value.flatMap((one, position) => within(one, [...path, position]))
      : within(value, path);
    return [{ path, field }, ...deeper];
  });

const without = (stored: Any, path: Path): Any => {
  const copy = structuredClone(stored);
  const parent = path.slice(0, -1).reduce((one: Any, name) => one[name], copy);
  delete parent[path.at(-1) as never];
  return copy;
};

const withValue = (read: Any, path: Path, value: unknown): Any => {
  const copy = structuredClone(read);
  const parent = path.slice(0, -1).reduce((one: Any, name) => one[name], copy);
  if (value === undefined) delete parent[path.at(-1) as never];
  else parent[path.at(-1) as never] = value;
  return copy;
};

const namedAs = (path: Path): string =>
  path.map((part, nth) => (typeof part === 'number' ? `[${part}]` : nth === 0 ? part : `.${part}`)).join('');

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
          const isRequired = mustBeThere(field) || (kind === 'customer' && namedAs(path) === 'type');
          if (isRequired) seen.add(namedAs(path).replaceAll(/\[\d+\]/g, '[]'));
          if (isRequired)
            assert.throws(
              () => reader(lacking),
              (error: Error) =>
                error instanceof UnreadableItem &&
                error.message.endsWith(` has no ${namedAs(path)}`) &&
                !error.message.includes(String(item.pk)),
              namedAs(path),
            );
          else assert.deepEqual(reader(lacking), withValue(whole, path, field.read(undefined, '')), namedAs(path));
        }
      });
    }
    test('only these of its fields must be there', () => {
      assert.deepEqual([...seen].toSorted(), requiredFields[kind]?.trim().split(/\s+/));
    });
  });
}

/** Whether an item is unreadable without the field. */
function mustBeThere(field: Field<unknown>): boolean {
  try {
    field.read(undefined, '');
    return false;
  } catch {
    return true;
  }
}
