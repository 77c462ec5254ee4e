import { ArnFormat, type Stack } from 'aws-cdk-lib/core';

/** The arn of anything in the stack's own account and region; queues and topics have no `resourceName`. */
export const arn = (stack: Stack, service: string, resource: string, resourceName?: string): string => {
  if (resourceName === undefined) {
    return stack.formatArn({ service, resource, arnFormat: ArnFormat.NO_RESOURCE_NAME });
  }
  const arnFormat = resource === 'function' ? ArnFormat.COLON_RESOURCE_NAME : ArnFormat.SLASH_RESOURCE_NAME;
  return stack.formatArn({ service, resource, resourceName, arnFormat });
};
