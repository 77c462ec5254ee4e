import { BadConfiguration } from '../bad-configuration.ts';
import { isJson } from '../json-protocol.ts';
import { jsonPath } from './json-path.ts';

/** The JSON that a target gets for an event. */
export type Transform = (event: BusEvent) => string;

/** An event as rules and targets see it. */
export type BusEvent = {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly account: string;
  /** RFC 3339 in whole seconds. */
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: unknown;
};

/** What a target says of its input; without it the target gets the whole event. */
export type InputSettings = {
  readonly InputTransformer?: {
    readonly InputPathsMap?: Readonly<Record<string, string>>;
    readonly InputTemplate: string;
  };
};

/** Reads it once; throws BadConfiguration for what no template here has needed, such as variables within quotes. */
export const transformOf = ({ InputTransformer }: InputSettings, where: string): Transform => {
  if (!InputTransformer) return (event) => JSON.stringify(event);
  const { InputPathsMap = {}, InputTemplate: template } = InputTransformer;
  const paths = new Map(Object.entries(InputPathsMap).map(([name, path]) => [name, jsonPath(path, where)]));
  const filled = (find: (name: string) => unknown): string =>
    template.replace(/<([^<>]+)>/g, (_, name: string) => JSON.stringify(find(name) ?? ''));
  const understood = [...template.matchAll(/<([^<>]+)>/g)].every(([, name = '']) => paths.has(name));
  // A text within quotes would be no JSON.
  if (!understood || !isJson(filled(() => '')))
    throw new BadConfiguration(`${where} has the template ${template}, which local/ does not understand.`);
  return (event) => filled((name) => paths.get(name)?.(event));
};
