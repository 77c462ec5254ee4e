import { deepEqual } from './json.ts';

/**
 * The erasure of a field when its customer is redacted: it stays, it is null, it is empty, or its
 * own members are erased. In a list, this holds for the members of each item.
 */
export type Erasure = 'kept' | 'null' | 'empty' | { readonly [member: string]: Erasure };

type NamesOf<T> = T extends T ? keyof T : never;

/** Every field of a resource by name: a field without a decision does not compile. */
export type ErasuresOf<T> = Readonly<Record<NamesOf<T>, Erasure>>;

/** A call that meets a requirement can have a name that was read from a document. */
const call = { method: 'kept', path: 'kept', body: 'null' } as const;
const requirement = {
  code: 'kept',
  description: 'kept',
  resolve_with: call,
  alternatives: call,
} as const;
const requirements: Erasure = { currently_due: requirement, pending_verification: requirement };

/** Fields that GET and events show besides those stored: none is anybody's own words. */
const shownOnly: Readonly<Record<string, Erasure>> = {
  object: 'kept',
  allowed_actions: 'kept',
  status: 'kept',
  upload: 'null',
  blocked_by: 'kept',
  eligibility: 'kept',
  requirements,
  ineligible_reasons: 'kept',
  limits: 'kept',
  open_count: 'kept',
};

/** The fields that stay of every resource. */
export const life = {
  id: 'kept',
  tenant_id: 'kept',
  created_at: 'kept',
  updated_at: 'kept',
  version: 'kept',
} as const;

/**
 * The fields that change when this is redacted, as they then are; none where it is already. A field
 * that nobody has decided over is null.
 */
export const erasedFieldsBy = <T extends object>(
  erasures: Readonly<Record<string, Erasure>>,
  of: T,
): Partial<T> => changes(of, { ...shownOnly, ...erasures }) as Partial<T>;

/** The whole of it when it is redacted. */
export const erasedBy = <T extends object>(
  erasures: Readonly<Record<string, Erasure>>,
  of: T,
): T => ({
  ...of,
  ...erasedFieldsBy(erasures, of),
});

const changes = (of: object, erasures: Readonly<Record<string, Erasure>>): object =>
  Object.fromEntries(
    Object.entries(of).flatMap(([name, value]) => {
      const left = leftOf(value, erasures[name] ?? 'null');
      return deepEqual(left, value) ? [] : [[name, left]];
    }),
  );

const leftOf = (value: unknown, erasure: Erasure): unknown => {
  if (erasure === 'kept' || value === undefined || value === null) return value;
  if (erasure === 'null') return null;
  if (erasure === 'empty') return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.map((one) => leftOf(one, erasure));
  return { ...value, ...changes(value, erasure) };
};
