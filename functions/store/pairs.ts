/**
 * A map whose names come from outside, such as metadata or headers, as it is stored: as text, which survives any name.
 * As a map it would not: the SDK asks every object for its `constructor`, and drops `__proto__` when it reads.
 */
export const textOf = (map: Readonly<Record<string, unknown>>): string => JSON.stringify(map);

/** The map that such a text holds. What an earlier version stored is still a map. */
export const mapOf = <T>(stored: unknown): Readonly<Record<string, T>> =>
  typeof stored === 'string' ? JSON.parse(stored) : (stored as Readonly<Record<string, T>>);
