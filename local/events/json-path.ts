import { BadConfiguration } from '../bad-configuration.ts';

/** Finds one value in an event; undefined where there is none. */
export type JsonPath = (event: unknown) => unknown;

/** A JSON path as EventBridge takes it: `$.detail.tenant_id`, `$.resources[0]`; throws BadConfiguration for others. */
export const jsonPath = (path: string, where: string): JsonPath => {
  if (!/^\$(\.[\w-]+|\[\d+\])*$/.test(path))
    throw new BadConfiguration(`${where} has the path ${path}, which local/ does not understand.`);
  const steps = [...path.matchAll(/[\w-]+/g)].map(([step]) => step);
  return (event) => steps.reduce(into, event);
};

const into = (value: unknown, step: string): unknown => {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[step];
};
