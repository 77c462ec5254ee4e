import type { Resource } from '../aws-service.ts';
import { wildcard } from '../iam/statements.ts';
import { functionNameIn, type LambdaFunction } from './lambda-function.ts';
import type { InvocationOutcome } from './outcome.ts';
import type { InstancePool } from './pool.ts';

/** Invokes a function as Lambda does for who does not wait: again when it fails, so many times at most. */
export const invokeAsynchronously = async (
  pool: InstancePool,
  { of, retries_max }: { readonly of: LambdaFunction; readonly retries_max: number },
  payload: string,
): Promise<InvocationOutcome> => {
  let outcome = await pool.invoke(of.name, payload);
  for (let retry = 0; outcome.functionError && retry < retries_max; retry++)
    outcome = await pool.invoke(of.name, payload);
  return outcome;
};

/** How often Lambda tries a failed asynchronous invocation of a function again. */
export const retriesOf = (of: LambdaFunction, resources: readonly Resource[]): number => {
  const config = resources.find(
    ({ type, properties }) =>
      type === 'AWS::Lambda::EventInvokeConfig' && isOf(of, properties.FunctionName),
  );
  return Number(config?.properties.MaximumRetryAttempts ?? 2);
};

/** Whether a permission lets a service of AWS invoke a function for what has this ARN. */
export const permits = (
  resources: readonly Resource[],
  of: LambdaFunction,
  { principal, arn }: { readonly principal: string; readonly arn: string },
): boolean =>
  resources.some(
    ({ type, properties }) =>
      type === 'AWS::Lambda::Permission' &&
      properties.Principal === principal &&
      (properties.Action === 'lambda:InvokeFunction' || properties.Action === 'lambda:*') &&
      isOf(of, properties.FunctionName) &&
      wildcard(String(properties.SourceArn ?? '*'))(arn),
  );

const isOf = (of: LambdaFunction, name: unknown): boolean =>
  (functionNameIn(String(name)) ?? name) === of.name;
