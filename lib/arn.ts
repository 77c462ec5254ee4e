import { ArnFormat, type Stack } from 'aws-cdk-lib/core';

/** The arn of anything in the stack's own account and region; queues and topics have no `resourceName`. */
export const arn = (stack: Stack, service: string, resource: string, resourceName?: string): string => {
  if (resourceName === undefined) {
    return stack.formatArn({ service, resource, arnFormat: ArnFormat.NO_RESOURCE_NAME });
  }
  const arnFormat = afterColon.includes(resource) ? ArnFormat.COLON_RESOURCE_NAME : ArnFormat.SLASH_RESOURCE_NAME;
  return stack.formatArn({ service, resource, resourceName, arnFormat });
};

/** Resources whose name follows a colon; that of others follows a slash. */
const afterColon: readonly string[] = ['function', 'log-group', 'secret'];
