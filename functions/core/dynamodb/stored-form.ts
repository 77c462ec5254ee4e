import type { Item } from './client.ts';
import { type TableName, tables } from './keys.ts';
import { mapOf } from './writes.ts';

/*
 * A stored item can be older than the code that reads it: then it lacks the fields that were added since. A table declares
 * each field of its items, and the value of the field where an item lacks it, and reads items by that declaration. Fields
 * that only newer code knows are kept.
 */

/** How a field is read. `path` names it in the error. */
export type Field<Value> = { readonly read: (stored: unknown, path: string) => Value };

/** A field whose own fields are declared too. */
type DeepField<Value> = Field<Value> & { readonly isDeep: true };

type Scalar = string | number | boolean | Uint8Array | null | undefined;

/** In an object, or a list of objects, the fields within are declared as well. */
type FieldOf<Value> = [Value] extends [Scalar | readonly Scalar[]]
  ? Field<Value>
  : DeepField<Value>;

/** A declaration of every field of a type. The compiler rejects one that lacks a field. */
export type Fields<Type> = { readonly [Name in keyof Type]-?: FieldOf<Type[Name]> };

/** How an object is read. */
export type StoredForm<Type> = {
  readonly read: (stored: Item, path?: string) => Type;
  /** The fields of an object like this one. */
  readonly fieldsOf: (stored: Item) => Readonly<Record<string, Field<unknown>>>;
};

/** An item as logs name it: by its id, and by no part of its key, which can hold an id of the business. */
export type NamedItem = {
  readonly table: TableName;
  readonly kind: string;
  readonly id: string | undefined;
};

/** An item that lacks a field which it cannot be read without, or has a damaged one. */
export class UnreadableItem extends Error {
  override readonly name = 'UnreadableItem';
  readonly item: NamedItem;
  /** Such as `has no url`. */
  readonly problem: string;

  constructor(item: NamedItem, problem: string) {
    super(`${item.table}: the ${item.kind} ${item.id ?? 'without an id'} ${problem}`);
    this.item = item;
    this.problem = problem;
  }
}

class UnreadableField extends Error {}

const missing = (path: string) => new UnreadableField(`has no ${path}`);

/** The field is in every item. */
export const required: Field<never> = {
  read: (stored, path) => {
    if (stored === undefined) throw missing(path);
    return stored as never;
  },
};

/** Fields without which no resource can be read. */
export const resourceKeys = {
  id: required,
  tenant_id: required,
  created_at: required,
  updated_at: required,
  version: required,
} as const;

/** The field has this value in an item that lacks it. */
export const absent = <const Value>(value: Value): Field<Value> => ({
  read: (stored) => (stored === undefined ? value : stored) as Value,
});

/** Each field of these names is null in an item that lacks it. */
export const absentAsNull = <Name extends string>(named: Readonly<Record<Name, unknown>>) =>
  Object.fromEntries(Object.keys(named).map((name) => [name, absent(null)])) as {
    readonly [name in Name]: Field<null>;
  };

/** The field need not be in an item, old or new. */
export const optional: Field<undefined> = { read: (stored) => stored as undefined };

/** A map that is stored as text (writes.ts); it is empty in an item that lacks it. */
export const textMap: DeepField<never> = {
  isDeep: true,
  read: (stored, path) => {
    try {
      return (stored === undefined ? {} : mapOf(stored)) as never;
    } catch {
      throw new UnreadableField(`has a damaged ${path}`);
    }
  },
};

/** Read as it is stored, however deep it is: it gets no field later. */
export const whole = <Value>({ read }: Field<Value>): DeepField<Value> => ({ read, isDeep: true });

/** An object; `otherwise` is how the field is read where the object is absent or null. */
export const nested = <Type, Otherwise = never>(
  form: StoredForm<Type>,
  otherwise: Field<Otherwise> = required,
): DeepField<Type | Otherwise> & { readonly form: StoredForm<Type> } => ({
  isDeep: true,
  form,
  read: (stored, path) => {
    const value: unknown = otherwise.read(stored, path);
    return isObject(value) ? form.read(value, `${path}.`) : (value as Otherwise);
  },
});

/** A list of objects; null in it stays null. */
export const eachOf = <Type, Otherwise = never>(
  form: StoredForm<Type>,
  otherwise: Field<Otherwise> = required,
): DeepField<Type[] | Otherwise> & { readonly form: StoredForm<Type> } => ({
  isDeep: true,
  form,
  read: (stored, path) => {
    const value: unknown = otherwise.read(stored, path);
    if (!Array.isArray(value)) return value as Otherwise;
    return value.map((one, position) =>
      isObject(one) ? form.read(one, `${path}[${position}].`) : one,
    );
  },
});

/** The form of an object with these fields. */
export const storedForm = <Type>(fields: Fields<Type>): StoredForm<Type> => {
  const all = Object.entries<Field<unknown>>(fields as Readonly<Record<string, Field<unknown>>>);
  const byName = Object.fromEntries(all);
  return {
    fieldsOf: () => byName,
    read: (stored, path = '') => {
      const read: Item = { ...stored };
      for (const [name, field] of all) {
        const value = field.read(stored[name], `${path}${name}`);
        if (value !== undefined) read[name] = value;
      }
      return read as Type;
    },
  };
};

/** The form of a union: the value of one field says which of these forms an object has. */
export const storedFormBy = <Type, Name extends keyof Type & string>(
  name: Name,
  forms: {
    readonly [Value in Type[Name] & string]: StoredForm<Extract<Type, Record<Name, Value>>>;
  },
): StoredForm<Type> => {
  const byValue = new Map(
    Object.entries<StoredForm<Type>>(forms as Readonly<Record<string, StoredForm<Type>>>),
  );
  const formOf = (stored: Item, path = ''): StoredForm<Type> => {
    const form = byValue.get(String(stored[name]));
    if (!form) throw missing(`${path}${name}`);
    return form;
  };
  return {
    fieldsOf: (stored) => formOf(stored).fieldsOf(stored),
    read: (stored, path) => formOf(stored, path).read(stored, path),
  };
};

/** Reads items of one kind by their form. */
export type StoredReader<Type> = ((stored: unknown, id?: string) => Type) & {
  readonly form: StoredForm<Type>;
};

/** An item with its attributes beside each other. Before 0.1.0 six kinds had their resource in `data`. */
export const flatItem = (item: Item): Item => {
  const { data, ...beside } = item;
  return isObject(data) ? { ...data, ...beside } : item;
};

/** The attributes that place an item in its table and in indexes, and say when it ends. */
const placesIn = (table: TableName): ReadonlySet<string> => {
  const { indexes, expires = 'pk' }: Placing = tables[table];
  const keys = Object.values(indexes).flatMap(({ partition, sort }) => [partition, sort]);
  return new Set(['pk', 'sk', 'sweeps', expires, ...keys]);
};

type Placing = {
  readonly indexes: Readonly<Record<string, { readonly partition: string; readonly sort: string }>>;
  readonly expires?: string;
};

/**
 * Reads items of a kind by their form, without the attributes that only place them. It throws UnreadableItem, which names
 * an item by this field or by the id that is given.
 */
export const reading = <Type>(
  table: TableName,
  kind: string,
  form: StoredForm<Type>,
  identifiedBy: keyof Type & string = idName,
): StoredReader<Type> => {
  const places = placesIn(table);
  const read = (stored: unknown, id?: string): Type => {
    const item = flatItem(isObject(stored) ? stored : {});
    try {
      const fields = form.fieldsOf(item);
      const content = Object.entries(item).filter(
        ([name]) => !places.has(name) || Object.hasOwn(fields, name),
      );
      return form.read(Object.fromEntries(content));
    } catch (error) {
      if (!(error instanceof UnreadableField)) throw error;
      throw new UnreadableItem(
        { table, kind, id: id ?? textIn(item[identifiedBy]) },
        error.message,
      );
    }
  };
  return Object.assign(read, { form });
};

const textIn = (id: unknown): string | undefined => (id === undefined ? undefined : String(id));

/** Unpacks what an item has as bytes or JSON, or throws UnreadableItem: nothing else can be wrong with what was stored. */
export const unpackedPart = <Part>(item: NamedItem, field: string, unpack: () => Part): Part => {
  try {
    return unpack();
  } catch {
    throw new UnreadableItem(item, `has a damaged ${field}`);
  }
};

/** The outcome of a read: its value, or the UnreadableItem that it throws. Any other error is thrown. */
export const readOrError = <T>(read: () => T): T | UnreadableItem => {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableItem) return error;
    throw error;
  }
};

/** Items that are read one by one, so that an unreadable one does not stop the others. */
export type ReadItems<Type> = { readonly readable: Type[]; readonly unreadable: UnreadableItem[] };

/** Reads each of these items. The caller must see to those that are unreadable. */
export const readEach = <Stored, Type>(
  items: readonly Stored[],
  read: (item: Stored) => Type,
): ReadItems<Type> => {
  const [readable, unreadable]: [Type[], UnreadableItem[]] = [[], []];
  for (const item of items) {
    const found = readOrError(() => read(item));
    if (found instanceof UnreadableItem) unreadable.push(found);
    else readable.push(found);
  }
  return { readable, unreadable };
};

const idName = 'id' as never;

const isObject = (value: unknown): value is Item => typeof value === 'object' && value !== null;
