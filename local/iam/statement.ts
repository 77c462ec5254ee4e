import type { Access } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import { type Context, condition } from './condition.ts';
import { wildcard } from './wildcard.ts';

/** One statement of an identity-based policy. */
export type Statement = {
  readonly effect: 'Allow' | 'Deny';
  covers(access: Access, context: Context): boolean;
};

/** The statements of a policy; throws BadConfiguration, naming it as `where`, for what cannot be evaluated exactly. */
export const statementsOf = (document: unknown, where: string): Statement[] => {
  const { Statement } = (document ?? {}) as { Statement?: unknown };
  return [Statement ?? []].flat().map((statement) => statementOf(statement as Record<string, unknown>, where));
};

const members = new Set(['Sid', 'Effect', 'Action', 'Resource', 'Condition']);

const statementOf = (statement: Record<string, unknown>, where: string): Statement => {
  const unknown = Object.keys(statement).find((member) => !members.has(member));
  if (unknown) throw new BadConfiguration(`${where} has a statement with ${unknown}, which local/ cannot evaluate.`);
  const actions = textsOf(statement.Action).map((action) => wildcard(action, 'i'));
  const resources = textsOf(statement.Resource).map((resource) => {
    if (resource.includes('${')) throw new BadConfiguration(`${where} has the policy variable ${resource}.`);
    return wildcard(resource);
  });
  const holds = condition(statement.Condition, where);
  return {
    effect: statement.Effect === 'Deny' ? 'Deny' : 'Allow',
    covers: ({ action, resource }, context) =>
      actions.some((fits) => fits(action)) && resources.some((fits) => fits(resource)) && holds(context),
  };
};

const textsOf = (values: unknown): string[] => [values ?? []].flat().map(String);
