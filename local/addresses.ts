import type { Resource } from './aws-service.ts';
import type { LambdaFunction } from './functions/lambda-function.ts';

/** Turns the addresses of AWS in a text into those that they have on this machine. */
export type Reachable = (text: string) => string;

/** The issuers and sign-in pages of all user pools lead to `signIn`; where there are none, texts stay as they are. */
export const reachingSignIn = (resources: readonly Resource[], signIn: string | undefined): Reachable => {
  if (signIn === undefined) return (text) => text;
  const hosts = resources.flatMap(({ type, region, physicalId }) => {
    if (type === 'AWS::Cognito::UserPool') return `https://cognito-idp.${region}.amazonaws.com`;
    return type === 'AWS::Cognito::UserPoolDomain' ? `https://${physicalId}.auth.${region}.amazoncognito.com` : [];
  });
  return (text) => hosts.reduce((changed, host) => changed.replaceAll(host, signIn), text);
};

/** Buckets lead to `aws`, where they stand in the path. */
export const reachingBuckets =
  (resources: readonly Resource[], aws: string): Reachable =>
  (text) =>
    resources
      .filter(({ type }) => type === 'AWS::S3::Bucket')
      .map(({ physicalId, region }) => `https://${physicalId}.s3.${region}.amazonaws.com`)
      .reduce((changed, host) => changed.replaceAll(host, aws), text);

/** APIs lead to their origins here, which are told by their hosts on AWS. */
export const reachingApis =
  (origins: ReadonlyMap<string, string>): Reachable =>
  (text) =>
    [...origins].reduce((changed, [host, origin]) => changed.replaceAll(`https://${host}`, origin), text);

/** The same functions, told addresses that they can reach. */
export const withReachable = (
  functions: ReadonlyMap<string, LambdaFunction>,
  reachable: Reachable,
): Map<string, LambdaFunction> =>
  new Map(
    [...functions].map(([name, of]) => {
      const variables = Object.entries(of.variables).map(([variable, value]) => [variable, reachable(value)]);
      return [name, { ...of, variables: Object.fromEntries(variables) }];
    }),
  );
