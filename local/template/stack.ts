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
  const resolving = new Set<string>();
  const known: Resource[] = [];

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
    ref: (logicalId) => physicalIdOf(resourceOf(logicalId), stack),
    attribute: (logicalId, name) => attributeOf(resourceOf(logicalId), name, stack),
  });

  for (const [logicalId, declaration] of Object.entries(declared)) {
    if (inert(declaration.Type)) continue;
    if (!understood(declaration.Type)) {
      throw new BadConfiguration(
        `The stack ${stack.name} has ${logicalId} of type ${declaration.Type}, which local/ does not run.`,
      );
    }
    if (declaration.Condition && !resolve({ Condition: declaration.Condition })) continue;
    const properties = resolve(declaration.Properties ?? {}) as Record<string, unknown>;
    const resource = { ...resourceOf(logicalId), properties };
    known.push({ ...resource, physicalId: physicalIdOf(resource, stack) });
  }
  return known;
};
