import { ArnFormat, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { calledName, type Environment, physicalName } from './environments.ts';

/** A stack of an environment. One whose environment protects its data cannot be deleted by mistake. */
export const serviceStack = (
  scope: Construct,
  { name, protectData }: Environment,
  id: string,
  description: string,
) =>
  new Stack(scope, id, {
    stackName: physicalName(name, id),
    description,
    terminationProtection: protectData,
  });

/** The arn of anything in the stack's own account and region; queues and topics have no `resourceName`. */
export const arn = (
  stack: Stack,
  service: string,
  resource: string,
  resourceName?: string,
): string => {
  if (resourceName === undefined) {
    return stack.formatArn({ service, resource, arnFormat: ArnFormat.NO_RESOURCE_NAME });
  }
  const arnFormat = afterColon.includes(resource)
    ? ArnFormat.COLON_RESOURCE_NAME
    : ArnFormat.SLASH_RESOURCE_NAME;
  return stack.formatArn({ service, resource, resourceName, arnFormat });
};

/**
 * The ARN that callers use for a function of any stack: the function, or with a canary the alias of
 * its version.
 */
export const calledArn = (stack: Stack, environment: Environment, id: string): string =>
  arn(stack, 'lambda', 'function', calledName(environment, id));

/** Resources whose name follows a colon; that of others follows a slash. */
const afterColon: readonly string[] = ['function', 'log-group', 'secret'];
