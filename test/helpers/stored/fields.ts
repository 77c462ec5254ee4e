import type { Field, StoredForm } from '../../../functions/dynamodb/stored-form.ts';
import type { Any } from '../printed-document.ts';
import type { StoredKind } from './kinds.ts';
import { kindReaders } from './readers.ts';

/** The names and positions that lead to a field. */
export type Path = readonly (string | number)[];

/** A declared field of what was stored. */
export type FoundField = { readonly path: Path; readonly field: Field<unknown> };

/** Every declared field of what was stored, at any depth. */
export const fieldsIn = (form: StoredForm<Any>, stored: Any, at: Path = []): FoundField[] =>
  Object.entries<Any>(form.fieldsOf(stored)).flatMap(([name, field]) => {
    const [path, value] = [[...at, name], stored[name]];
    if (value === undefined) return [];
    const within = (one: Any, place: Path) => (one && field.form ? fieldsIn(field.form, one, place) : []);
    const deeper = Array.isArray(value)
      ? value.flatMap((one, position) => within(one, [...path, position]))
      : within(value, path);
    return [{ path, field }, ...deeper];
  });

/** Whether an item is unreadable without the field. */
export const mustBeThere = (field: Field<unknown>): boolean => {
  try {
    field.read(undefined, '');
    return false;
  } catch {
    return true;
  }
};

const parentOf = (copy: Any, path: Path): Any => path.slice(0, -1).reduce((one: Any, name) => one[name], copy);

/** What was stored without one field. */
export const without = (stored: Any, path: Path): Any => withValue(stored, path, undefined);

/** The same with another value; undefined: without it. */
export const withValue = (stored: Any, path: Path, value: unknown): Any => {
  const copy = structuredClone(stored);
  const [parent, name] = [parentOf(copy, path), path.at(-1) as never];
  if (value === undefined) delete parent[name];
  else parent[name] = value;
  return copy;
};

/** Where in an item its fields are. */
const placeOf = (item: Any): Path => (typeof item.data === 'object' ? ['data'] : []);

const fieldsOfItem = (kind: StoredKind, item: Any): FoundField[] => {
  const form = kindReaders[kind]?.reader.form;
  const [at, stored] = [placeOf(item), item.data ?? item];
  return form ? fieldsIn(form, stored).map(({ path, field }) => ({ path: [...at, ...path], field })) : [];
};

/** The paths in an item of the fields that have a default. */
export const optionalPaths = (kind: StoredKind, item: Any): Path[] =>
  fieldsOfItem(kind, item).flatMap(({ path, field }) =>
    // When something is scheduled is a key of the index of scheduled work.
    mustBeThere(field) || path.at(-1) === 'scheduled_at' || (kind === 'customer' && path.join() === 'type')
      ? []
      : [path],
  );

/** The item with the default of a field in place of what it has. */
export const withDefault = (kind: StoredKind, item: Any, wanted: Path): Any => {
  const found = fieldsOfItem(kind, item).find(({ path }) => path.join() === wanted.join());
  const value = found?.field.read(undefined, '');
  // A map is stored as text.
  const isText =
    typeof value === 'object' && value !== null && typeof parentOf(item, wanted)[wanted.at(-1) as never] === 'string';
  return withValue(item, wanted, isText ? JSON.stringify(value) : value);
};
