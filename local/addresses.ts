import type { Resource } from './aws-service.ts';
import type { LambdaFunction } from './functions/lambda-function.ts';

/** Replaces the addresses of AWS in a text by those on this machine. */
export type LocalAddresses = (text: string) => string;

/** The issuers and sign-in pages of all user pools lead to `signIn`; where there are none, texts stay as they are. */
export const signInAddresses = (
  resources: readonly Resource[],
  signIn: string | undefined,
): LocalAddresses => {
  if (signIn === undefined) return (text) => text;
  const hosts = resources.flatMap(({ type, region, physicalId }) => {
    if (type === 'AWS::Cognito::UserPool') return `https://cognito-idp.${region}.amazonaws.com`;
    return type === 'AWS::Cognito::UserPoolDomain'
      ? `https://${physicalId}.auth.${region}.amazoncognito.com`
      : [];
  });
  return (text) => hosts.reduce((changed, host) => changed.replaceAll(host, signIn), text);
};

/** Pages at `http://127.0.0.1/` without a port are those of the site, whose port nobody knows beforehand. */
export const siteAddress =
  (site: string | undefined): LocalAddresses =>
  (text) =>
    site === undefined ? text : text.replace(/^http:\/\/127\.0\.0\.1\//, site);

/** Buckets lead to `aws`, where they stand in the path. */
export const bucketAddresses =
  (resources: readonly Resource[], aws: string): LocalAddresses =>
  (text) =>
    resources
      .filter(({ type }) => type === 'AWS::S3::Bucket')
      .map(({ physicalId, region }) => `https://${physicalId}.s3.${region}.amazonaws.com`)
      .reduce((changed, host) => changed.replaceAll(host, aws), text);

/** APIs lead to their origins here; `origins` has them by their hosts on AWS. */
export const apiAddresses =
  (origins: ReadonlyMap<string, string>): LocalAddresses =>
  (text) =>
    [...origins].reduce(
      (changed, [host, origin]) => changed.replaceAll(`https://${host}`, origin),
      text,
    );

/** The same functions, with addresses that they can reach in their variables. */
export const withLocalAddresses = (
  functions: ReadonlyMap<string, LambdaFunction>,
  toLocal: LocalAddresses,
): Map<string, LambdaFunction> =>
  new Map(
    [...functions].map(([name, of]) => {
      const variables = Object.entries(of.variables).map(([variable, value]) => [
        variable,
        toLocal(value),
      ]);
      return [name, { ...of, variables: Object.fromEntries(variables) }];
    }),
  );

/** Whether an address is listed. On this machine any port counts, since nobody knows it beforehand (RFC 8252, 7.3). */
export const isListed = (address: string, listed: readonly string[]): boolean =>
  listed.includes(address) || listed.includes(withoutPort(address));

const withoutPort = (address: string): string =>
  address.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1])):\d{1,5}(?=\/|$)/, '$1');
