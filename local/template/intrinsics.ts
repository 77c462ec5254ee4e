import { BadConfiguration } from '../errors.ts';
import type { Stack } from './types.ts';

/** The value of `AWS::NoValue`; the property that holds it is left out. */
export const noValue = Symbol('AWS::NoValue');

/** How to find the names of other resources. */
export type References = {
  ref(logicalId: string): unknown;
  attribute(logicalId: string, name: string): unknown;
  ssmParameter(name: string): unknown;
};

type Resolve = (value: unknown) => unknown;

/** A function that replaces every intrinsic function in a value; an unknown one is an error that names it. */
export const resolver = (stack: Stack, references: References): Resolve => {
  const resolve: Resolve = (value) => {
    if (Array.isArray(value)) return value.map(resolve).filter((item) => item !== noValue);
    if (value === null || typeof value !== 'object') return value;
    const [key, ...more] = Object.keys(value);
    if (key !== undefined && more.length === 0 && (key === 'Ref' || key.startsWith('Fn::'))) {
      const intrinsic = functions[key];
      if (!intrinsic)
        throw new BadConfiguration(
          `The stack ${stack.name} uses ${key}, which local/ does not understand.`,
        );
      return intrinsic((value as Record<string, unknown>)[key] as never);
    }
    const members = Object.entries(value).map(([name, member]) => [name, resolve(member)] as const);
    return Object.fromEntries(members.filter(([, member]) => member !== noValue));
  };
  const functions = functionsOf(stack, references, resolve);
  return resolve;
};

const functionsOf = (
  stack: Stack,
  references: References,
  resolve: Resolve,
): Readonly<Record<string, (argument: never) => unknown>> => {
  const text = (value: unknown): string => textOf(resolve(value), stack);
  const ref = (name: string): unknown => reference(name, stack, references);
  return {
    Ref: ref,
    'Fn::GetAtt': (argument: string | [string, unknown]) => {
      const [logicalId, name] =
        typeof argument === 'string' ? split(argument) : [argument[0], text(argument[1])];
      return references.attribute(logicalId, name);
    },
    'Fn::Join': ([separator, parts]: [string, unknown]) =>
      (resolve(parts) as unknown[]).map(text).join(separator),
    'Fn::Split': ([separator, value]: [string, unknown]) => text(value).split(separator),
    'Fn::Select': ([index, list]: [number, unknown]) => (resolve(list) as unknown[])[Number(index)],
    'Fn::Sub': (argument: string | [string, Record<string, unknown>]) => {
      const [pattern, variables] = typeof argument === 'string' ? [argument, {}] : argument;
      return pattern.replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
        if (literal) return `\${${name}}`;
        if (name in variables) return text(variables[name]);
        return text(name.includes('.') ? references.attribute(...split(name)) : ref(name));
      });
    },
  };
};

const textOf = (value: unknown, stack: Stack): string => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new BadConfiguration(`The stack ${stack.name} joins ${JSON.stringify(value)} into a text.`);
};

const split = (dotted: string): [string, string] => {
  const at = dotted.indexOf('.');
  return [dotted.slice(0, at), dotted.slice(at + 1)];
};

const reference = (name: string, stack: Stack, references: References): unknown => {
  const pseudo: Readonly<Record<string, unknown>> = {
    'AWS::AccountId': stack.account,
    'AWS::Region': stack.region,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stack.name,
    'AWS::StackId': `arn:aws:cloudformation:${stack.region}:${stack.account}:stack/${stack.name}/local`,
    'AWS::NoValue': noValue,
  };
  if (name in pseudo) return pseudo[name];
  const parameter = stack.template.Parameters?.[name];
  if (!parameter) return references.ref(name);
  if (parameter.Default === undefined)
    throw new BadConfiguration(`The stack ${stack.name} needs a value for its parameter ${name}.`);
  if (!parameter.Type?.startsWith('AWS::SSM::Parameter::Value<')) return parameter.Default;
  const value = references.ssmParameter(String(parameter.Default));
  if (value !== undefined) return value;
  throw new BadConfiguration(
    `The stack ${stack.name} reads the SSM parameter ${parameter.Default}, which no stack declares.`,
  );
};
