import type { Resource } from '../aws-service.ts';
import { type OpenStack, openStack, type Stack } from './stack.ts';

/** The resources of all stacks of one environment; what one stack puts into SSM, the others read there. */
export const resolveStacks = (stacks: readonly Stack[]): Resource[] => {
  const places: Place[] = [];
  const stored = (name: string): unknown => {
    const place = places.find(({ open, logicalId }) => open.property(logicalId, 'Name') === name);
    return place?.open.property(place.logicalId, 'Value');
  };
  const opened = stacks.map((stack) => openStack(stack, stored));
  for (const [at, open] of opened.entries()) {
    const declared = Object.entries(stacks[at]?.template.Resources ?? {});
    const parameters = declared.filter(([, { Type }]) => Type === 'AWS::SSM::Parameter');
    places.push(...parameters.map(([logicalId]) => ({ open, logicalId })));
  }
  return opened.flatMap((open) => open.resources());
};

type Place = { readonly open: OpenStack; readonly logicalId: string };
