import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import { attributeOf, physicalIdOf, type Unnamed } from './identities.ts';
import { noValue, resolver } from './intrinsics.ts';
import { inert, understood } from './types.ts';

/** The parts of a CloudFormation template that CDK emits and that have a meaning locally. */
export type Template = {
  readonly Parameters?: Readonly<Record<string, { readonly Default?: unknown }>>;
  readonly Mappings?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  readonly Conditions?: Readonly<Record<string, unknown>>;
  readonly Resources?: Readonly<Record<string, Declared>>;
};

export type Declared = {
  readonly Type: string;
  readonly Condition?: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
};

/** One stack of one environment before its intrinsic functions are resolved. */
export type Stack = {
  readonly environment: string;
  readonly name: string;
  readonly region: string;
  readonly account: string;
  readonly template: Template;
};

/** Every resource of the stack that has a local meaning, with all intrinsic functions resolved. */
export const resolveStack = (stack: Stack): Resource[] => {
  const declared = stack.template.Resources ?? {};
  const unnamed = (logicalId: string, { Type: type, Properties = {} }: Declared): Unnamed => {
    const { environment, name, region } = stack;
    return { environment, stack: name, region, logicalId, type, properties: lazily(Properties, logicalId) };
  };
  const target = (logicalId: string): Unnamed => {
    const declaration = declared[logicalId];
    if (declaration) return unnamed(logicalId, declaration);
    throw new BadConfiguration(`The stack ${stack.name} refers to ${logicalId}, which it does not declare.`);
  };
  const resolve = resolver(stack, {
    ref: (logicalId) => physicalIdOf(target(logicalId), stack),
    attribute: (logicalId, name) => attributeOf(target(logicalId), name, stack),
  });
  const lazily = lazyProperties(stack, resolve);
  return Object.entries(declared).flatMap(([logicalId, declaration]) => {
    if (!exists(declaration, logicalId, stack, resolve)) return [];
    const properties = resolve(declaration.Properties ?? {}) as Record<string, unknown>;
    const resource = { ...unnamed(logicalId, declaration), properties };
    return [{ ...resource, physicalId: physicalIdOf(resource, stack) }];
  });
};

const exists = (
  { Type: type, Condition }: Declared,
  logicalId: string,
  stack: Stack,
  resolve: (value: unknown) => unknown,
): boolean => {
  if (inert(type)) return false;
  if (!understood(type)) {
    throw new BadConfiguration(`The stack ${stack.name} has ${logicalId} of type ${type}, which local/ does not run.`);
  }
  return Condition === undefined || resolve({ Condition }) === true;
};

/** A reference needs one property of its target, not all: resolved whole, two resources that name each other would be a circle. */
const lazyProperties = (stack: Stack, resolve: (value: unknown) => unknown) => {
  const resolving = new Set<string>();
  return (properties: Readonly<Record<string, unknown>>, logicalId: string): Record<string, unknown> =>
    new Proxy({} as Record<string, unknown>, {
      get: (_, name) => {
        if (typeof name !== 'string' || !(name in properties)) return undefined;
        const path = `${logicalId}.${name}`;
        if (resolving.has(path)) throw new BadConfiguration(`The stack ${stack.name} refers to ${path} in a circle.`);
        resolving.add(path);
        try {
          const value = resolve(properties[name]);
          return value === noValue ? undefined : value;
        } finally {
          resolving.delete(path);
        }
      },
    });
};
