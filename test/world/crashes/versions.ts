import { kindOf } from '../../helpers/footprint.ts';
import type { Any } from '../../helpers/printed-document.ts';
import type { Tables } from '../../helpers/tables.ts';

/** Their changes have no events. */
const silent: ReadonlySet<string> = new Set([
  ...['account', 'authorization-endpoint', 'breaker', 'onboarding-link', 'webhook'],
]);

/** They change with something else, and have its event: a customer with a person, an authorization with its capture. */
const sharing: ReadonlySet<string> = new Set([
  ...['acceptance', 'activation', 'authorization', 'customer', 'screening', 'spending'],
]);

/** An agreement has the version of its text, and never changes. */
const ofText = 'agreement';

type State = {
  /** The version of each item that has one, by the key of the item. */
  readonly versions: ReadonlyMap<
    string,
    { readonly id: string; readonly kind: string; readonly version: number }
  >;
  readonly events: readonly Any[];
};

/** The versions of all that a business has, and its events. */
export const stateOf = async (stored: Tables, tenant: string): Promise<State> => {
  const items = (await stored.items('resources', tenant)).filter(
    (item) => item.version !== undefined && kindOf(item) !== ofText,
  );
  const versions = items.map((item) => ({
    ...item,
    id: String(item.sk),
    kind: kindOf(item),
    version: item.version,
  }));
  return {
    versions: new Map(versions.map((one) => [`${one.pk} ${one.id}`, one])),
    events: await stored.items('outbox', tenant),
  };
};

/** In words, each thing whose new versions have not one event each. */
export const versionsWithoutEvent = (before: State, after: State): string[] => {
  const isAnyNew = after.events.length > before.events.length;
  return [...after.versions].flatMap(([key, { id, kind, version }]) => {
    const first = before.versions.get(key)?.version ?? 0;
    const made = Array.from({ length: version - first }, (_, more) => first + more + 1);
    const sequences = after.events
      .flatMap(({ resource, sequence }) =>
        resource.id === id && sequence > first ? [sequence] : [],
      )
      .toSorted((one, other) => one - other);
    if (silent.has(kind) || sequences.join() === made.join()) return [];
    if (sharing.has(kind) && sequences.length === 0 && isAnyNew) return [];
    return [`a ${kind} has new versions ${made} and events of ${sequences.join() || 'none'}`];
  });
};
