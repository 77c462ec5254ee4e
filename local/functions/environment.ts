import type { Credentials } from '../access-keys.ts';
import type { LambdaFunction } from './lambda-function.ts';

/** The environment variables of one instance: those of the template, and those that Lambda sets. None of this process's. */
export const environmentOf = (
  of: LambdaFunction,
  instanceId: string,
  credentials: Credentials,
  endpoint: string,
): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  LANG: 'en_US.UTF-8',
  ...awsVariablesOf(of, credentials, endpoint),
  TZ: 'UTC',
  LAMBDA_TASK_ROOT: of.folder,
  _HANDLER: of.handler,
  AWS_EXECUTION_ENV: `AWS_Lambda_${of.runtime}`,
  AWS_LAMBDA_FUNCTION_NAME: of.name,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(of.memory_mb),
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${of.name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: instanceId,
});

/**
 * The variables of the template, and those by which the SDK finds AWS at an endpoint, wherever the function runs. Callers
 * follow links to buckets, and may reach them at another address than the function.
 */
export const awsVariablesOf = (
  of: LambdaFunction,
  { accessKeyId, secretAccessKey }: Credentials,
  endpoint: string,
  callersEndpoint = endpoint,
): Record<string, string> => ({
  ...withLocalAddresses(of, endpoint, callersEndpoint),
  AWS_REGION: of.region,
  AWS_DEFAULT_REGION: of.region,
  AWS_ENDPOINT_URL: endpoint,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
});

/** The SDK calls the host of a queue’s URL, whatever AWS_ENDPOINT_URL says, and others call links to buckets. */
const withLocalAddresses = (
  { variables, region }: LambdaFunction,
  endpoint: string,
  callersEndpoint: string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value
        .replaceAll(`https://sqs.${region}.amazonaws.com/`, `${endpoint}/`)
        .replace(
          /^https:\/\/([a-z0-9-]+)\.s3\.([a-z0-9-]+)\.amazonaws\.com$/,
          `${callersEndpoint}/$1`,
        ),
    ]),
  );
