import { type Stack, Token, Validations } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';

/** Names the rules of cdk-nag that a construct breaks on purpose, each with its reason, next to what they excuse. */
export const acknowledge = (
  construct: IConstruct,
  exceptions: Readonly<Record<string, string>>,
): void => {
  const rules = Object.entries(exceptions).map(([id, reason]) => ({ id, reason }));
  Validations.of(construct).acknowledge(...rules);
};

/** The name that cdk-nag gives a statement about a resource with a wildcard; it has a name for an unknown account. */
export const wildcardFinding = ({ account }: Stack, resource: string): string => {
  const written = Token.isUnresolved(account)
    ? resource.replace(account, '<AWS::AccountId>')
    : resource;
  return `AwsSolutions-IAM5[Resource::${written}]`;
};
