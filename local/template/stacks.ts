import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../errors.ts';
import { attributeOf, physicalIdOf, type Unnamed } from './identities.ts';
import { noValue, resolver } from './intrinsics.ts';
import { isIgnored, isSupported, type Stack } from './types.ts';

/** The resources of the `wanted` environments, or of all. Parameters of the stack’s own environment come first. */
export const resolveStacks = (
  stacks: readonly Stack[],
  wanted: (environment: string) => boolean = () => true,
): Resource[] => {
  const parameters: Parameter[] = [];
  const parameterFor =
    (environment: string) =>
    (name: string): unknown => {
      const named = parameters.filter(
        ({ open, logicalId }) => open.property(logicalId, 'Name') === name,
      );
      const found = named.find((each) => each.environment === environment) ?? named[0];
      return found?.open.property(found.logicalId, 'Value');
    };
  const opened = stacks.map((stack) => ({
    stack,
    open: openStack(stack, parameterFor(stack.environment)),
  }));
  for (const { stack, open } of opened) {
    const declared = Object.entries(stack.template.Resources ?? {});
    const own = declared.filter(([, { Type }]) => Type === 'AWS::SSM::Parameter');
    parameters.push(
      ...own.map(([logicalId]) => ({ open, logicalId, environment: stack.environment })),
    );
  }
  return opened
    .filter(({ stack }) => wanted(stack.environment))
    .flatMap(({ open }) => open.resources());
};

type Parameter = {
  readonly open: OpenStack;
  readonly logicalId: string;
  readonly environment: string;
};

type OpenStack = {
  resources(): Resource[];
  property(logicalId: string, name: string): unknown;
};

const openStack = (stack: Stack, ssmParameter: (name: string) => unknown): OpenStack => {
  const declared = stack.template.Resources ?? {};
  const resolving = new Set<string>();

  const resourceOf = (logicalId: string): Unnamed => {
    const declaration = declared[logicalId];
    if (!declaration)
      throw new BadConfiguration(
        `The stack ${stack.name} refers to ${logicalId}, which it does not declare.`,
      );
    const { environment, name, region } = stack;
    const properties = lazily(declaration.Properties ?? {}, logicalId);
    return { environment, stack: name, region, logicalId, type: declaration.Type, properties };
  };

  /** A reference needs one property of its target. Resolved whole, two resources that name each other would be a cycle. */
  const lazily = (
    properties: Readonly<Record<string, unknown>>,
    logicalId: string,
  ): Record<string, unknown> =>
    new Proxy({} as Record<string, unknown>, {
      get: (_, name) => {
        if (typeof name !== 'string' || !(name in properties)) return undefined;
        const path = `${logicalId}.${name}`;
        if (resolving.has(path))
          throw new BadConfiguration(`The stack ${stack.name} refers to ${path} in a circle.`);
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
    ssmParameter,
    ref: (logicalId) => physicalIdOf(resourceOf(logicalId), stack),
    attribute: (logicalId, name) => attributeOf(resourceOf(logicalId), name, stack),
  });

  return {
    resources: () =>
      Object.keys(declared).flatMap((logicalId) => resolved(stack, resolve, resourceOf(logicalId))),
    property: (logicalId, name) => resourceOf(logicalId).properties[name],
  };
};

const resolved = (
  stack: Stack,
  resolve: (value: unknown) => unknown,
  unnamed: Unnamed,
): Resource[] => {
  const { type, logicalId } = unnamed;
  const declaration = stack.template.Resources?.[logicalId];
  if (isIgnored(type)) return [];
  if (!isSupported(type))
    throw new BadConfiguration(
      `The stack ${stack.name} has ${logicalId} of type ${type}, which local/ does not run.`,
    );
  if (declaration?.Condition)
    throw new BadConfiguration(
      `The stack ${stack.name} has ${logicalId} on a condition, which local/ does not run.`,
    );
  const properties = resolve(declaration?.Properties ?? {}) as Record<string, unknown>;
  const resource = { ...unnamed, properties };
  return [{ ...resource, physicalId: physicalIdOf(resource, stack) }];
};
