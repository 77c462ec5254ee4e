import { BadConfiguration } from '../bad-configuration.ts';

/** Takes a value out of a document; undefined where nothing stands. */
export type Take = (document: unknown) => unknown;

/**
 * Reads a JSON path as targets write it: `$`, `$.detail.tenant_id`, `$.resources[0]`, `$.detail['a name']`. Throws
 * BadConfiguration, naming it as `where`, for any other.
 */
export const jsonPath = (path: string, where: string): Take => {
  const steps = [...path.slice(1).matchAll(step)];
  if (!path.startsWith('$') || steps.map(([text]) => text).join('') !== path.slice(1))
    throw new BadConfiguration(`${where} has the path ${path}, which local/ cannot follow.`);
  const names = steps.map(([, dotted, index, quoted]) => dotted ?? index ?? quoted ?? '');
  return (document) =>
    names.reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
      document,
    );
};

const step = /\.([A-Za-z0-9_-]+)|\[(\d+)\]|\['([^']*)'\]/g;
