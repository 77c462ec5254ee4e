import { BadConfiguration } from '../bad-configuration.ts';
import type { Stack } from './stack.ts';

/** What `AWS::NoValue` resolves to; the property that holds it is left out. */
export const noValue = Symbol('AWS::NoValue');

/** How to find what other resources are called. */
export type References = {
  ref(logicalId: string): unknown;
  attribute(logicalId: string, name: string): unknown;
  /** The value of a parameter that lies in SSM. */
  stored(name: string): unknown;
};

type Resolve = (value: unknown) => unknown;
type Functions = Readonly<Record<string, (argument: never) => unknown>>;

/** A function that replaces every intrinsic function within a value; an unknown one is an error that names it. */
export const resolver = (stack: Stack, references: References): Resolve => {
  const resolve: Resolve = (value) => {
    if (Array.isArray(value)) return value.map(resolve).filter((item) => item !== noValue);
    if (value === null || typeof value !== 'object') return value;
    const [key, ...more] = Object.keys(value);
    if (key !== undefined && more.length === 0 && isIntrinsic(key, stack, value)) {
      const intrinsic = functions[key];
      if (!intrinsic)
        throw new BadConfiguration(`The stack ${stack.name} uses ${key}, which local/ does not understand.`);
      return intrinsic((value as Record<string, unknown>)[key] as never);
    }
    const members = Object.entries(value).map(([name, member]) => [name, resolve(member)] as const);
    return Object.fromEntries(members.filter(([, member]) => member !== noValue));
  };
  const text = (value: unknown): string => textOf(resolve(value), stack);
  const ref = (name: string): unknown => reference(name, stack, references);
  const functions: Functions = { ...strings(resolve, text, ref, references), ...logic(stack, resolve), Ref: ref };
  return resolve;
};

/** `{ Condition: … }` is a function only where it holds a condition's name; in an IAM statement it is an object. */
const isIntrinsic = (key: string, stack: Stack, value: object): boolean => {
  if (key !== 'Condition') return key === 'Ref' || key.startsWith('Fn::');
  const name = (value as Record<string, unknown>).Condition;
  return typeof name === 'string' && name in (stack.template.Conditions ?? {});
};

const textOf = (value: unknown, stack: Stack): string => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new BadConfiguration(`The stack ${stack.name} joins ${JSON.stringify(value)} into a text.`);
};

const reference = (name: string, stack: Stack, references: References): unknown => {
  const pseudo: Readonly<Record<string, unknown>> = {
    'AWS::AccountId': stack.account,
    'AWS::Region': stack.region,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stack.name,
    'AWS::StackId': `arn:aws:cloudformation:${stack.region}:${stack.account}:stack/${stack.name}/local`,
    'AWS::NotificationARNs': [],
    'AWS::NoValue': noValue,
  };
  if (name in pseudo) return pseudo[name];
  const parameter = stack.template.Parameters?.[name];
  if (!parameter) return references.ref(name);
  if (parameter.Default === undefined)
    throw new BadConfiguration(`The stack ${stack.name} needs a value for its parameter ${name}.`);
  return parameter.Type?.startsWith('AWS::SSM::Parameter::Value<')
    ? stored(String(parameter.Default), stack, references)
    : parameter.Default;
};

/** What another stack left there. */
const stored = (name: string, stack: Stack, references: References): unknown => {
  const value = references.stored(name);
  if (value !== undefined) return value;
  throw new BadConfiguration(`The stack ${stack.name} reads ${name} from SSM, where no stack put it.`);
};

const strings = (
  resolve: Resolve,
  text: (value: unknown) => string,
  ref: (name: string) => unknown,
  references: References,
): Functions => ({
  'Fn::GetAtt': (argument: string | [string, unknown]) => {
    const [logicalId, name] = typeof argument === 'string' ? split(argument) : [argument[0], text(argument[1])];
    return references.attribute(logicalId, name);
  },
  'Fn::Join': ([separator, parts]: [string, unknown]) => (resolve(parts) as unknown[]).map(text).join(separator),
  'Fn::Split': ([separator, whole]: [string, unknown]) => text(whole).split(separator),
  'Fn::Select': ([index, list]: [unknown, unknown]) => {
    const item = (resolve(list) as unknown[])[Number(text(index))];
    if (item === undefined) throw new BadConfiguration(`Fn::Select finds nothing at ${text(index)}.`);
    return item;
  },
  'Fn::Sub': (argument: string | [string, Record<string, unknown>]) => {
    const [pattern, variables] = typeof argument === 'string' ? [argument, {}] : argument;
    return pattern.replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (name in variables) return text(variables[name]);
      return text(name.includes('.') ? references.attribute(...split(name)) : ref(name));
    });
  },
});

const split = (dotted: string): [string, string] => {
  const at = dotted.indexOf('.');
  return [dotted.slice(0, at), dotted.slice(at + 1)];
};

const logic = (stack: Stack, resolve: Resolve): Functions => {
  const condition = (name: string): boolean => {
    const declared = stack.template.Conditions?.[name];
    if (declared === undefined) throw new BadConfiguration(`The stack ${stack.name} has no condition ${name}.`);
    return resolve(declared) === true;
  };
  return {
    Condition: condition,
    'Fn::If': ([name, yes, no]: [string, unknown, unknown]) => resolve(condition(name) ? yes : no),
    'Fn::Equals': ([left, right]: [unknown, unknown]) => resolve(left) === resolve(right),
    'Fn::Not': ([inner]: [unknown]) => resolve(inner) !== true,
    'Fn::And': (all: unknown[]) => all.every((inner) => resolve(inner) === true),
    'Fn::Or': (all: unknown[]) => all.some((inner) => resolve(inner) === true),
    'Fn::FindInMap': (path: unknown[]) => {
      const [map, first, second] = path.map((step) => String(resolve(step))) as [string, string, string];
      const value = stack.template.Mappings?.[map]?.[first]?.[second];
      if (value === undefined)
        throw new BadConfiguration(`The stack ${stack.name} has no mapping ${map}.${first}.${second}.`);
      return value;
    },
  };
};
