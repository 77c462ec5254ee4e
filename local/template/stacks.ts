import type { Resource } from '../aws-service.ts';
import { type OpenStack, openStack, type Stack } from './stack.ts';

/**
 * The resources of the stacks of the environments that are `wanted`, or of all. What one stack puts into SSM the others read
 * there, those of their own environment first.
 */
export const resolveStacks = (
  stacks: readonly Stack[],
  wanted: (environment: string) => boolean = () => true,
): Resource[] => {
  const places: Place[] = [];
  const storedFor =
    (environment: string) =>
    (name: string): unknown => {
      const named = places.filter(({ open, logicalId }) => open.property(logicalId, 'Name') === name);
      const place = named.find((each) => each.environment === environment) ?? named[0];
      return place?.open.property(place.logicalId, 'Value');
    };
  const opened = stacks.map((stack) => ({ stack, open: openStack(stack, storedFor(stack.environment)) }));
  for (const { stack, open } of opened) {
    const declared = Object.entries(stack.template.Resources ?? {});
    const parameters = declared.filter(([, { Type }]) => Type === 'AWS::SSM::Parameter');
    const { environment } = stack;
    places.push(...parameters.map(([logicalId]) => ({ open, logicalId, environment })));
  }
  return opened.filter(({ stack }) => wanted(stack.environment)).flatMap(({ open }) => open.resources());
};

type Place = { readonly open: OpenStack; readonly logicalId: string; readonly environment: string };
