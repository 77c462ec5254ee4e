import { BadConfiguration } from '../errors.ts';
import { jsonIn } from '../json-protocol.ts';

/** An event as rules and targets see it. */
export type BusEvent = {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: unknown;
};

/** The JSON that a target gets for an event. */
export type Transform = (event: BusEvent) => string;

/** The settings of a target's input; without a transformer it gets the whole event. */
export type InputSettings = {
  readonly InputTransformer?: {
    readonly InputPathsMap?: Readonly<Record<string, string>>;
    readonly InputTemplate: string;
  };
};

/** Reads it once; throws BadConfiguration for what no template here needs, such as variables within quotes. */
export const transformOf = ({ InputTransformer }: InputSettings, where: string): Transform => {
  if (!InputTransformer) return (event) => JSON.stringify(event);
  const { InputPathsMap = {}, InputTemplate: template } = InputTransformer;
  const paths = new Map(
    Object.entries(InputPathsMap).map(([name, path]) => [name, jsonPath(path, where)]),
  );
  const filled = (find: (name: string) => unknown): string =>
    template.replace(/<([^<>]+)>/g, (_, name: string) => JSON.stringify(find(name) ?? ''));
  const isKnown = [...template.matchAll(/<([^<>]+)>/g)].every(([, name = '']) => paths.has(name));
  // A text within quotes would be no JSON.
  if (!isKnown || jsonIn(filled(() => '')) === undefined)
    throw new BadConfiguration(
      `${where} has the template ${template}, which local/ does not understand.`,
    );
  return (event) => filled((name) => paths.get(name)?.(event));
};

/** A group by name, or by a path that starts with `$` and is looked up in the event. */
export const groupOf = (
  group: string | undefined,
  where: string,
): ((event: BusEvent) => string | undefined) => {
  if (!group?.startsWith('$')) return () => group;
  const find = jsonPath(group, where);
  return (event) => {
    const value = find(event);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
};

/** A JSON path as EventBridge takes it: `$.detail.tenant_id`, `$.resources[0]`; throws BadConfiguration for others. */
const jsonPath = (path: string, where: string): ((event: unknown) => unknown) => {
  if (!/^\$(\.[\w-]+|\[\d+\])*$/.test(path))
    throw new BadConfiguration(`${where} has the path ${path}, which local/ does not understand.`);
  const steps = [...path.matchAll(/[\w-]+/g)].map(([step]) => step);
  return (event) =>
    steps.reduce((value, step) => {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
        return undefined;
      return (value as Readonly<Record<string, unknown>>)[step];
    }, event);
};
