import { readFileSync } from 'node:fs';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Function as CloudFrontFunction,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  type IFunctionRef,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  type ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Annotations, CfnOutput, Fn, type Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { acknowledge } from './constructs/acknowledge.ts';
import { privateBucket, removal } from './constructs/removal.ts';
import {
  apiParameter,
  dashboardApiParameter,
  dashboardOrigin,
  type Environment,
  globalName,
  service,
  siteBucket,
} from './environments.ts';
import { productOf } from './product.ts';
import { serviceStack } from './service-stack.ts';
import { signInPages, tokensOf } from './sign-in.ts';
import { siteHeaders } from './site-headers.ts';

/**
 * The dashboard's site: its files, and the dashboard APIs of all environments at one address. It stands in live and shows
 * both; `npm run ops -- site` brings the files.
 */
export const siteStack = (
  scope: Construct,
  live: Environment,
  environments: readonly Environment[],
): Stack => {
  const stack = serviceStack(scope, live, 'site', `Site of the dashboard of ${service}`);
  const headers = siteHeaders(stack, live, environments);
  // Its type and the interface's differ by an undefined that exactOptionalPropertyTypes minds.
  const files = S3BucketOrigin.withOriginAccessControl(filesIn(stack, live) as IBucket, {
    // A missing file is then 404 and not 403; nobody lists, since no address without a file's name gets through.
    originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
    // The CDK's own name for it is the same in every region.
    ...(live.cell && {
      originAccessControl: new S3OriginAccessControl(stack, 'Access', {
        originAccessControlName: globalName(live, 'site'),
      }),
    }),
  });
  Annotations.of(stack).acknowledgeWarning(
    '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
    'An address without a file becomes that of the page before it reaches the bucket, so nobody lists it.',
  );
  const settings = settingsOf(stack, live, environments);
  const pages = viewerFunction(stack, 'Pages', live, {
    source: 'pages',
    begins: `const settings = ${settings};`,
  });
  const api = viewerFunction(stack, 'Api', live, { source: 'api' });
  const common = {
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    responseHeadersPolicy: headers,
  };
  const distribution = new Distribution(stack, 'Site', {
    comment: `The dashboard of ${service}`,
    ...addressOf(stack, live),
    httpVersion: HttpVersion.HTTP2_AND_3,
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    defaultBehavior: {
      ...common,
      origin: files,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      functionAssociations: [{ function: pages, eventType: FunctionEventType.VIEWER_REQUEST }],
    },
    additionalBehaviors: {
      // Named by what is in them, so that they never change.
      '/assets/*': { ...common, origin: files, cachePolicy: CachePolicy.CACHING_OPTIMIZED },
      ...Object.fromEntries(
        environments.flatMap((environment) => onboardingBehaviors(stack, environment, common, api)),
      ),
      ...Object.fromEntries(
        environments.map((environment): [string, BehaviorOptions] => [
          `/api/${environment.name}/*`,
          {
            ...apiBehavior(apiOf(stack, environment), headers),
            functionAssociations: [
              { function: api, eventType: FunctionEventType.VIEWER_REQUEST },
              {
                function: locatedBelow(stack, live, environment),
                eventType: FunctionEventType.VIEWER_RESPONSE,
              },
            ],
          },
        ]),
      ),
    },
  });
  acknowledge(distribution, exceptions);
  new CfnOutput(stack, 'Host', {
    description: 'What the name of the dashboard is an alias of',
    value: distribution.distributionDomainName,
  });
  return stack;
};

const exceptions = {
  'AwsSolutions-CFR1':
    'People sign in from wherever they travel; what they may do is decided by their token.',
  'AwsSolutions-CFR2':
    'The files are public, and the APIs behind it are throttled and open to tokens alone.',
  'AwsSolutions-CFR3':
    'Its logs would hold the codes that people come back from signing in with; the APIs log every call without them.',
};

/**
 * The settings that the site reads at its start, as JSON: its name, the sign-in's address, and the
 * paths of the APIs on its own origin. Where known, they have the address that programs call.
 */
const settingsOf = (
  stack: Stack,
  live: Environment,
  environments: readonly Environment[],
): string => {
  return stack.toJsonString({
    product: { name: productOf(live).name },
    sign_in: {
      authority: tokensOf(stack, live).issuer,
      client_ids: Object.fromEntries(
        environments.map((one) => [one.name, tokensOf(stack, one).clientId]),
      ),
      domain: signInPages(stack),
    },
    environments: Object.fromEntries(environments.map(({ name }) => [name, `/api/${name}/v1/`])),
    api: Object.fromEntries(environments.flatMap((environment) => publicApiOf(stack, environment))),
  });
};

const publicApiOf = (
  stack: Stack,
  { name, publicApi, dashboardApi }: Environment,
): [string, string][] => {
  if (publicApi !== undefined) return [[name, publicApi]];
  return dashboardApi === undefined
    ? [[name, StringParameter.valueForStringParameter(stack, apiParameter(name))]]
    : [];
};

/** The routes of the onboarding page, of the public API of an environment where that is known, at the page's own origin. */
const onboardingBehaviors = (
  stack: Stack,
  environment: Environment,
  { responseHeadersPolicy }: { readonly responseHeadersPolicy: ResponseHeadersPolicy },
  api: IFunctionRef,
): [string, BehaviorOptions][] =>
  publicApiOf(stack, environment).map(([name, baseAddress]) => [
    `/onboarding-api/${name}/v1/onboarding*`,
    {
      ...apiBehavior(originAt(Fn.select(2, Fn.split('/', baseAddress))), responseHeadersPolicy),
      functionAssociations: [{ function: api, eventType: FunctionEventType.VIEWER_REQUEST }],
    },
  ]);

/** Makes `Location` true at the site's own origin, where the API's paths begin with what leads to it. */
const locatedBelow = (stack: Stack, live: Environment, { name }: Environment): IFunctionRef =>
  viewerFunction(stack, `Located-${name}`, live, {
    source: 'located',
    name: `located-${name}`,
    begins: `const prefix = '/api/${name}';`,
  });

/**
 * Private, and reached through the site alone. The files can be uploaded again, so no versions are
 * kept.
 */
const filesIn = (stack: Stack, live: Environment): Bucket => {
  const bucket = new Bucket(stack, 'Files', {
    bucketName: siteBucket(live, stack.account),
    encryption: BucketEncryption.S3_MANAGED,
    ...privateBucket,
    removalPolicy: removal(live),
  });
  acknowledge(bucket, {
    'AwsSolutions-S1': 'It holds the public files of the site and nothing else.',
  });
  return bucket;
};

/** Its own name; on a laptop it has none. */
const addressOf = (stack: Stack, live: Environment) => {
  const origin = new URL(dashboardOrigin(live));
  if (origin.protocol === 'http:') return {};
  // A missing certificate is refused before the deployment.
  const arn = live.dashboardCertificate ?? 'arn:aws:acm:us-east-1:000000000000:certificate/none';
  return {
    domainNames: [origin.hostname],
    certificate: Certificate.fromCertificateArn(stack, 'Certificate', arn),
  };
};

const apiOf = (stack: Stack, environment: Environment): IOrigin => {
  const host =
    environment.dashboardApi ??
    StringParameter.valueForStringParameter(stack, dashboardApiParameter(environment.name));
  return originAt(host);
};

const originAt = (host: string): IOrigin =>
  new HttpOrigin(host, {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
  });

/** Everything goes through as it came, but for the name of the host; nothing is kept. */
const apiBehavior = (
  origin: IOrigin,
  responseHeadersPolicy: ResponseHeadersPolicy,
): BehaviorOptions => ({
  origin,
  responseHeadersPolicy,
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
  allowedMethods: AllowedMethods.ALLOW_ALL,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
});

type ViewerFunctionProps = {
  readonly source: 'pages' | 'api' | 'located';
  /** Ends its physical name; absent: that of its source. */
  readonly name?: string;
  /** The text that stands above its source. */
  readonly begins?: string;
};

/** A function that CloudFront runs between a browser and the site: `lib/site/{source}.js`, below `begins`. */
const viewerFunction = (
  scope: Construct,
  id: string,
  environment: Environment,
  { source, name = source, begins = '' }: ViewerFunctionProps,
): CloudFrontFunction => {
  const code = readFileSync(new URL(`./site/${source}.js`, import.meta.url), 'utf8');
  return new CloudFrontFunction(scope, id, {
    functionName: globalName(environment, `site-${name}`),
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(`${begins}\n${code}`),
  });
};
