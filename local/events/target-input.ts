import { BadConfiguration } from '../bad-configuration.ts';
import type { BusEvent } from './event.ts';
import { jsonPath, type Take } from './json-path.ts';

/** What a rule says about the text that its target gets; at most one of them. */
export type InputSettings = {
  readonly Input?: string;
  readonly InputPath?: string;
  readonly InputTransformer?: {
    readonly InputPathsMap?: Readonly<Record<string, string>>;
    readonly InputTemplate: string;
  };
};

/** Which rule speaks, for the variables that a template may name. */
export type Speaker = { readonly arn: string; readonly name: string };

/** Makes the text for a target of an event: the event itself, unless the rule says otherwise. */
export const targetInput = (settings: InputSettings, rule: Speaker): ((event: BusEvent) => string) => {
  const { Input, InputPath, InputTransformer } = settings;
  if (Input !== undefined) return () => Input;
  const where = `The rule ${rule.name}`;
  if (InputTransformer) return transformed(InputTransformer, rule, where);
  const take = jsonPath(InputPath ?? '$', where);
  // An absent value has no JSON; AWS sends an empty object then.
  return (event) => JSON.stringify(take(event)) ?? '{}';
};

type Transformer = NonNullable<InputSettings['InputTransformer']>;

const transformed = ({ InputPathsMap = {}, InputTemplate }: Transformer, rule: Speaker, where: string) => {
  const variables = new Map<string, Take>(
    Object.entries(InputPathsMap).map(([name, path]) => [name, jsonPath(path, where)]),
  );
  variables.set('aws.events.rule-arn', () => rule.arn);
  variables.set('aws.events.rule-name', () => rule.name);
  variables.set('aws.events.event.ingestion-time', (event) => (event as BusEvent).time);
  variables.set('aws.events.event', withoutDetail);
  variables.set('aws.events.event.json', (event) => event);
  const parts = InputTemplate.split(/<([A-Za-z0-9._-]+)>/);
  const unknown = parts.find((name, position) => position % 2 === 1 && !variables.has(name));
  if (unknown !== undefined) throw new BadConfiguration(`${where} has a template with the unknown <${unknown}>.`);
  return (event: BusEvent): string => {
    let text = '';
    for (const [position, part] of parts.entries()) {
      if (position % 2 === 0) text += part;
      else text += spelled(variables.get(part)?.(event), withinQuotes(text));
    }
    return text;
  };
};

const withoutDetail = (event: unknown): unknown => {
  const { detail: _, ...rest } = event as BusEvent;
  return rest;
};

/** A variable within a JSON string is its bare text, elsewhere its JSON; one that does not exist is nothing or null. */
const spelled = (value: unknown, quoted: boolean): string => {
  if (!quoted) return JSON.stringify(value) ?? 'null';
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return JSON.stringify(text).slice(1, -1);
};

const withinQuotes = (text: string): boolean => (text.replace(/\\./g, '').match(/"/g) ?? []).length % 2 === 1;
