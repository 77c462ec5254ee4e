import { tables } from '../../../functions/core/dynamodb/keys.ts';
import type { Field, StoredForm } from '../../../functions/core/dynamodb/stored-form.ts';
import { eventContent, eventOf } from '../../../functions/core/outbox/content-table.ts';
import {
  attemptContent,
  attemptOf,
} from '../../../functions/delivery/deliveries/attempts-table.ts';
import type { Any } from '../printed-document.ts';
import { type StoredKind, storedKinds } from './kinds.ts';
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
    const within = (one: Any, place: Path) =>
      one && field.form ? fieldsIn(field.form, one, place) : [];
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

const parentOf = (copy: Any, path: Path): Any =>
  path.slice(0, -1).reduce((one: Any, name) => one[name], copy);

/** The stored value without one field. */
export const without = (stored: Any, path: Path): Any => withValue(stored, path, undefined);

/** The same with another value; undefined: without it. */
export const withValue = (stored: Any, path: Path, value: unknown): Any => {
  const copy = structuredClone(stored);
  const name = path.at(-1) as never;
  for (const parent of [parentOf(copy, path), besideData(copy, path)]) {
    if (value === undefined) delete parent?.[name];
    else if (parent) parent[name] = value;
  }
  return copy;
};

/** Before 0.1.0 some kinds had fields of their resource both in `data` and beside it. */
const besideData = (copy: Any, path: Path): Any =>
  path.length === 2 && path[0] === 'data' && Object.hasOwn(copy, path[1] ?? '') ? copy : undefined;

/** Where in an item its fields are. */
const placeOf = (item: Any): Path => (typeof item.data === 'object' ? ['data'] : []);

const fieldsOfItem = (kind: StoredKind, item: Any): FoundField[] => {
  const form = kindReaders[kind]?.reader.form;
  const [at, stored] = [placeOf(item), item.data ?? item];
  return form
    ? fieldsIn(form, stored).map(({ path, field }) => ({ path: [...at, ...path], field }))
    : [];
};

/** The paths in an item of the fields that have a default. */
export const optionalPaths = (kind: StoredKind, item: Any): Path[] =>
  fieldsOfItem(kind, item).flatMap(({ path, field }) =>
    // When something is scheduled is a key of the index of scheduled work.
    mustBeThere(field) ||
    path.at(-1) === 'scheduled_at' ||
    (kind === 'customer' && path.join() === 'type')
      ? []
      : [path],
  );

/** The item with the default of a field in place of what it has. */
export const withDefault = (kind: StoredKind, item: Any, wanted: Path): Any => {
  const found = fieldsOfItem(kind, item).find(({ path }) => path.join() === wanted.join());
  const value = found?.field.read(undefined, '');
  // A map is stored as text.
  const isText =
    typeof value === 'object' &&
    value !== null &&
    typeof parentOf(item, wanted)[wanted.at(-1) as never] === 'string';
  return withValue(item, wanted, isText ? JSON.stringify(value) : value);
};

/** An item without one field, and with its default in place; undefined where it cannot be read without the field. */
export type Variant = { readonly path: Path; readonly lacking: Any; readonly defaulted: Any };

/** How what is compressed in an item is taken out of it and put into it again. */
type Packed = {
  readonly unpack: (item: Any) => Any;
  readonly pack: (item: Any, content: Any) => Any;
};

const packed: Readonly<Partial<Record<StoredKind, Packed>>> = {
  event: {
    unpack: (item) => {
      const { customer_id, resource, sequence, causation } = eventOf(item);
      return { customer_id, resource, sequence, causation };
    },
    pack: (item, content) => {
      const { customer_id, sequence, causation, resource: own, ...keyed } = eventOf(item);
      // The deflated bytes depend on the resource's id, even where the event lacks it.
      const resource = { ...own, toJSON: () => content.resource };
      return { ...item, content: eventContent({ ...keyed, ...content, resource }) };
    },
  },
  attempt: {
    unpack: attemptOf,
    pack: (item, content) => ({ ...item, attempt: attemptContent(content) }),
  },
};

/** A key of an index is in every item that is to be found by the index. */
const isIndexed = (kind: StoredKind, path: Path): boolean =>
  path.at(-1) === 'scheduled_at' ||
  Object.values(tables[storedKinds[kind].table].indexes).some(
    ({ sort }) => path.length === 1 && path[0] === sort,
  );

/** An item without each of its fields in turn. */
export const variantsOf = (kind: StoredKind, item: Any): Variant[] => {
  const { unpack, pack } = packed[kind] ?? {
    unpack: (whole: Any) => whole,
    pack: (_: Any, whole: Any) => whole,
  };
  const content = unpack(item);
  return fieldsOfItem(kind, content).flatMap(({ path, field }) => {
    if (isIndexed(kind, path)) return [];
    const lacking = pack(item, without(content, path));
    const isRequired = mustBeThere(field) || (kind === 'customer' && path.join() === 'type');
    return [
      {
        path,
        lacking,
        defaulted: isRequired ? undefined : pack(item, withDefault(kind, content, path)),
      },
    ];
  });
};
