import { AwsError, unknownOperation } from '../aws-error.ts';
import type { AwsCall, AwsService } from '../aws-service.ts';
import { inputOf, jsonAnswer, targetOperation } from '../json-protocol.ts';
import type { Pool, Pools } from '../sign-in/pools.ts';
import { userOperations } from '../sign-in/user-operations.ts';

/** What administrators do with the user pools of the templates; people themselves come by the sign-in page alone. */
export const cognitoService = (pools: Pools): AwsService => ({
  name: 'cognito-idp',
  operation: targetOperation,
  accesses: (call) => [{ action: `cognito-idp:${call.operation}`, resource: poolOf(pools, call).settings.arn }],
  handle: async (call) => {
    const operation = Object.hasOwn(userOperations, call.operation) ? userOperations[call.operation] : undefined;
    if (!operation) throw unknownOperation(call.operation);
    return jsonAnswer(await operation(poolOf(pools, call), inputOf(call)), '1.1');
  },
});

const poolOf = (pools: Pools, call: AwsCall): Pool => {
  const id = String(inputOf(call).UserPoolId);
  const pool = pools.find(id);
  if (pool) return pool;
  throw new AwsError(400, 'ResourceNotFoundException', `User pool ${id} does not exist.`);
};
