import { BadConfiguration } from '../bad-configuration.ts';
import { type JsonPath, jsonPath } from './json-path.ts';

/** The text that a target gets for an event; throws a SyntaxError when the template makes no JSON of it. */
export type Transform = (event: BusEvent, rule: { readonly arn: string; readonly name: string }) => string;

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

/** What a target says of its input; without any of it the target gets the whole event. */
export type InputSettings = {
  readonly Input?: string;
  readonly InputPath?: string;
  readonly InputTransformer?: {
    readonly InputPathsMap?: Readonly<Record<string, string>>;
    readonly InputTemplate: string;
  };
};

/** Reads it once; throws BadConfiguration for a path that is not understood. */
export const transformOf = ({ Input, InputPath, InputTransformer }: InputSettings, where: string): Transform => {
  if ([Input, InputPath, InputTransformer].filter((given) => given !== undefined).length > 1)
    throw new BadConfiguration(`${where} has more than one of Input, InputPath and InputTransformer.`);
  if (Input !== undefined) return () => Input;
  if (InputPath !== undefined) {
    const find = jsonPath(InputPath, where);
    return (event) => JSON.stringify(find(event)) ?? unfound(InputPath);
  }
  if (!InputTransformer) return (event) => JSON.stringify(event);
  const { InputPathsMap = {}, InputTemplate } = InputTransformer;
  const paths = Object.entries(InputPathsMap).map(([name, path]) => [name, jsonPath(path, where)] as const);
  return templated(InputTemplate, new Map(paths));
};

const unfound = (path: string): never => {
  throw new SyntaxError(`The event has nothing at ${path}.`);
};

const templated =
  (template: string, paths: ReadonlyMap<string, JsonPath>): Transform =>
  (event, rule) => {
    const { detail: _, ...withoutDetail } = event;
    const ours = new Map<string, unknown>([
      ['aws.events.rule-arn', rule.arn],
      ['aws.events.rule-name', rule.name],
      ['aws.events.event.ingestion-time', new Date().toISOString()],
      ['aws.events.event', withoutDetail],
      ['aws.events.event.json', event],
    ]);
    const found = (name: string): unknown => (ours.has(name) ? ours.get(name) : paths.get(name)?.(event));
    const known = (name: string): boolean => ours.has(name) || paths.has(name);
    const text = substituted(template, (name, quoted) => {
      if (!known(name)) return undefined;
      return quoted ? insideQuotes(found(name)) : JSON.stringify(found(name) ?? '');
    });
    if (/^\s*[{["]/.test(template)) JSON.parse(text);
    return text;
  };

/** What has no value leaves nothing; a text is escaped so that it cannot end the text around it. */
const insideQuotes = (value: unknown): string => {
  if (value === undefined) return '';
  return JSON.stringify(typeof value === 'string' ? value : JSON.stringify(value)).slice(1, -1);
};

type Replace = (name: string, quoted: boolean) => string | undefined;

/** Replaces `<name>`, telling whether it stands within quotes; what is no variable stays as it is. */
const substituted = (template: string, replace: Replace): string => {
  let quoted = false;
  return template.replace(/\\.|"|<([^<>]+)>/gs, (found, name?: string) => {
    if (found === '"') quoted = !quoted;
    return name === undefined ? found : (replace(name, quoted) ?? found);
  });
};
