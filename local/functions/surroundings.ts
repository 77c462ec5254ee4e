import type { LambdaFunction } from './lambda-function.ts';

/** What a process of a function signs its calls with. */
export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
};

/** The environment variables of one instance: those of the template, and those that Lambda sets. Nothing of ours leaks in. */
export const surroundingsOf = (
  of: LambdaFunction,
  instanceId: string,
  credentials: Credentials,
  aws: string,
): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  LANG: 'en_US.UTF-8',
  ...reachingAws(of, credentials, aws),
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

/** What the template tells a function, and how that reaches AWS at an address, wherever it runs. */
export const reachingAws = (of: LambdaFunction, credentials: Credentials, aws: string): Record<string, string> => ({
  ...withReachableAddresses(of, aws),
  AWS_REGION: of.region,
  AWS_DEFAULT_REGION: of.region,
  AWS_ENDPOINT_URL: aws,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  ...(credentials.sessionToken === undefined ? {} : { AWS_SESSION_TOKEN: credentials.sessionToken }),
});

/**
 * The SDK calls the host that a queue's address names, whatever AWS_ENDPOINT_URL says, and a signed link is called by
 * others: both must name this machine, where a bucket stands in the path.
 */
const withReachableAddresses = ({ variables, region }: LambdaFunction, aws: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value
        .replaceAll(`https://sqs.${region}.amazonaws.com/`, `${aws}/`)
        .replace(/^https:\/\/([a-z0-9-]+)\.s3\.([a-z0-9-]+)\.amazonaws\.com$/, `${aws}/$1`),
    ]),
  );
