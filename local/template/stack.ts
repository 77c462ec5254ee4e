import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import { attributeOf, physicalIdOf, type Unnamed } from './identities.ts';
import { noValue, resolver } from './intrinsics.ts';
import { inert, understood } from './types.ts';

/** The parts of a CloudFormation template that CDK emits and that have a meaning locally. */
export type Template = {
  readonly Parameters?: Readonly<Record<string, { readonly Type?: string; readonly Default?: unknown }>>;
  readonly Mappings?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  readonly Conditions?: Readonly<Record<string, unknown>>;
  readonly Resources?: Readonly<Record<string, Declared>>;
};

type Declared = {
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

/** A stack whose intrinsic functions can be resolved. */
export type OpenStack = {
  /** Every resource that has a local meaning, resolved. */
  resources(): Resource[];
  /** One property of one resource, resolved alone. */
  property(logicalId: string, name: string): unknown;
};

/** Opens a stack; `stored` gives the value of a parameter that lies in SSM, undefined where there is none. */
export const openStack = (stack: Stack, stored: (name: string) => unknown): OpenStack => {
  const declared = stack.template.Resources ?? {};
  const resolving = new Set<string>();

  const resourceOf = (logicalId: string): Unnamed => {
    const declaration = declared[logicalId];
    if (!declaration)
      throw new BadConfiguration(`The stack ${stack.name} refers to ${logicalId}, which it does not declare.`);
    return {
      environment: stack.environment,
      stack: stack.name,
      region: stack.region,
      logicalId,
      type: declaration.Type,
      properties: lazily(declaration.Properties ?? {}, logicalId),
    };
  };

  /** A reference needs one property of its target, not all: resolved whole, two resources that name each other would be a cycle. */
  const lazily = (properties: Readonly<Record<string, unknown>>, logicalId: string): Record<string, unknown> =>
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

  const resolve = resolver(stack, {
    stored,
    ref: (logicalId) => physicalIdOf(resourceOf(logicalId), stack),
    attribute: (logicalId, name) => attributeOf(resourceOf(logicalId), name, stack),
  });

  return {
    resources: () => Object.keys(declared).flatMap((logicalId) => resolved(stack, resolve, resourceOf(logicalId))),
    property: (logicalId, name) => resourceOf(logicalId).properties[name],
  };
};

/** The resource with all its properties; none when its condition does not hold or nothing here runs it. */
const resolved = (stack: Stack, resolve: (value: unknown) => unknown, unnamed: Unnamed): Resource[] => {
  const { type, logicalId } = unnamed;
  const declaration = stack.template.Resources?.[logicalId];
  if (inert(type)) return [];
  if (!understood(type))
    throw new BadConfiguration(`The stack ${stack.name} has ${logicalId} of type ${type}, which local/ does not run.`);
  if (declaration?.Condition && !resolve({ Condition: declaration.Condition })) return [];
  const properties = resolve(declaration?.Properties ?? {}) as Record<string, unknown>;
  const resource = { ...unnamed, properties };
  return [{ ...resource, physicalId: physicalIdOf(resource, stack) }];
};
