import type { LocalAddresses } from '../addresses.ts';
import type { Resource } from '../aws-service.ts';
import { assertOnly, BadConfiguration } from '../errors.ts';
import { type ViewerFunctions, viewerFunctionsOf } from './viewer-function.ts';

/** How requests with a matching path are answered. */
export type Behavior = {
  readonly matches: (path: string) => boolean;
  readonly methods: readonly string[];
  readonly origin: DistributionOrigin;
  /** Whether what a browser accepts so is sent compressed. */
  readonly compresses: boolean;
  /** Whether the origin gets headers and query as they came. */
  readonly forwards: boolean;
  readonly functions: ViewerFunctions;
  readonly headers: readonly PolicyHeader[];
};

/** A bucket of files, or a host that requests are forwarded to. */
export type DistributionOrigin = { readonly bucket: string } | { readonly host: string };

/** A distribution of the template: the first behaviour that matches counts, the last one matches everything. */
export type Distribution = { readonly behaviors: readonly Behavior[] };

type Properties = Readonly<Record<string, unknown>>;

/** Whether a resource is one. */
export const isDistribution = ({ type }: Resource): boolean =>
  type === 'AWS::CloudFront::Distribution';

/** The assembly's distribution, if it has one; `toLocal` replaces addresses in its headers and functions. */
export const distributionOf = (
  resources: readonly Resource[],
  toLocal: LocalAddresses,
): Distribution | undefined => {
  const [distribution, second] = resources.filter(isDistribution);
  if (!distribution) return undefined;
  if (second) throw new BadConfiguration('The assembly has two distributions; local/ runs one.');
  const config = distribution.properties.DistributionConfig as Properties;
  assertOnly('The distribution', config, distributionProperties);
  const reading: Reading = { resources, toLocal, origins: originsOf(config, resources) };
  const others = (config.CacheBehaviors ?? []) as readonly Properties[];
  const behaviors = others.map((each) => behaviorOf(each, reading));
  return {
    behaviors: [...behaviors, behaviorOf(config.DefaultCacheBehavior as Properties, reading)],
  };
};

type Reading = {
  readonly resources: readonly Resource[];
  readonly toLocal: LocalAddresses;
  readonly origins: ReadonlyMap<string, DistributionOrigin>;
};

/** Those that local/ reads, and those that mean nothing between a browser and this machine. */
const distributionProperties = [
  ...[
    'Origins',
    'DefaultCacheBehavior',
    'CacheBehaviors',
    'Enabled',
    'Comment',
    'Aliases',
    'ViewerCertificate',
  ],
  ...['HttpVersion', 'IPV6Enabled', 'PriceClass'],
];
const behaviorProperties = [
  ...[
    'TargetOriginId',
    'PathPattern',
    'AllowedMethods',
    'FunctionAssociations',
    'ResponseHeadersPolicyId',
  ],
  ...[
    'CachePolicyId',
    'OriginRequestPolicyId',
    'Compress',
    'ViewerProtocolPolicy',
    'CachedMethods',
  ],
];
const originProperties = [
  ...['Id', 'DomainName', 'S3OriginConfig', 'OriginAccessControlId', 'CustomOriginConfig'],
  ...['ConnectionAttempts', 'ConnectionTimeout'],
];

const originsOf = (
  config: Properties,
  resources: readonly Resource[],
): Map<string, DistributionOrigin> =>
  new Map(
    (config.Origins as readonly Properties[]).map((origin) => {
      assertOnly('The origin', origin, originProperties);
      const host = String(origin.DomainName);
      const bucket = resources.find(
        ({ type, physicalId, region }) =>
          type === 'AWS::S3::Bucket' && host === `${physicalId}.s3.${region}.amazonaws.com`,
      );
      if (origin.S3OriginConfig && !bucket)
        throw new BadConfiguration(`The origin ${host} is a bucket that no template has.`);
      return [String(origin.Id), bucket ? { bucket: bucket.physicalId } : { host }];
    }),
  );

/** AWS's own policies, by the ids of its reference; local/ caches nothing, whichever is chosen. */
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

const behaviorOf = (behavior: Properties, { resources, toLocal, origins }: Reading): Behavior => {
  const { PathPattern: pattern, OriginRequestPolicyId: request, CachePolicyId: cache } = behavior;
  const fail = (what: string): never => {
    throw new BadConfiguration(
      `The behaviour of ${pattern ?? 'everything'} ${what}, which local/ does not run.`,
    );
  };
  assertOnly(`The behaviour of ${pattern ?? 'everything'}`, behavior, behaviorProperties);
  if (cache !== cachingDisabled && cache !== cachingOptimized)
    fail('caches by a policy of its own');
  if (request !== undefined && request !== allViewerExceptHost)
    fail('forwards by a policy of its own');
  const origin = origins.get(String(behavior.TargetOriginId)) ?? fail('has no origin');
  return {
    matches: pattern === undefined ? () => true : matcherOf(String(pattern)),
    methods: (behavior.AllowedMethods ?? ['GET', 'HEAD']) as string[],
    origin,
    // Without the caching that keeps compressed responses CloudFront does not compress.
    compresses: isTrue(behavior.Compress) && cache === cachingOptimized,
    forwards: request !== undefined,
    functions: viewerFunctionsOf(behavior.FunctionAssociations, resources, toLocal),
    headers: headersOf(behavior.ResponseHeadersPolicyId, resources, toLocal),
  };
};

/** `*` is any run of characters, `?` is one; a pattern counts with and without its first slash. */
const matcherOf = (pattern: string): ((path: string) => boolean) => {
  const literal = pattern.replace(/^\//, '').replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const expression = new RegExp(`^/${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
  return (path) => expression.test(path);
};

/** A header of every response; without override the origin's own header wins. */
export type PolicyHeader = {
  readonly name: string;
  readonly value: string;
  readonly override: boolean;
};

type Member = Readonly<Record<string, unknown>>;

/** The headers that a response-headers policy of the template adds; none without one. */
const headersOf = (
  id: unknown,
  resources: readonly Resource[],
  toLocal: LocalAddresses,
): PolicyHeader[] => {
  if (id === undefined) return [];
  const policy = resources.find(
    ({ type, physicalId }) =>
      type === 'AWS::CloudFront::ResponseHeadersPolicy' && physicalId === id,
  );
  if (!policy)
    throw new BadConfiguration(`The response headers policy ${id} is not one of the templates.`);
  const config = policy.properties.ResponseHeadersPolicyConfig as Record<string, Member>;
  const known = ['Name', 'Comment', 'SecurityHeadersConfig', 'CustomHeadersConfig'];
  assertOnly('The response headers policy', config, known);
  const custom = (config.CustomHeadersConfig?.Items ?? []) as readonly Member[];
  const security = Object.entries((config.SecurityHeadersConfig ?? {}) as Record<string, Member>);
  return [
    ...security.map(([kind, member]) => securityHeader(kind, member)),
    ...custom.map((each) => ({
      name: String(each.Header).toLowerCase(),
      value: String(each.Value),
      override: isTrue(each.Override),
    })),
  ].map((header) => ({ ...header, value: toLocal(header.value) }));
};

const isTrue = (value: unknown): boolean => String(value) === 'true';

const securityHeader = (kind: string, member: Member): PolicyHeader => {
  const write = Object.hasOwn(security, kind) ? security[kind] : undefined;
  if (!write)
    throw new BadConfiguration(
      `The response headers policy has ${kind}, which local/ does not run.`,
    );
  const [name, value] = write(member);
  return { name, value, override: isTrue(member.Override) };
};

const security: Readonly<Record<string, (member: Member) => [name: string, value: string]>> = {
  ContentSecurityPolicy: (member) => [
    'content-security-policy',
    String(member.ContentSecurityPolicy),
  ],
  ContentTypeOptions: () => ['x-content-type-options', 'nosniff'],
  FrameOptions: (member) => ['x-frame-options', String(member.FrameOption)],
  ReferrerPolicy: (member) => ['referrer-policy', String(member.ReferrerPolicy)],
  StrictTransportSecurity: (member) => {
    const subdomains = isTrue(member.IncludeSubdomains) ? '; includeSubDomains' : '';
    const preload = isTrue(member.Preload) ? '; preload' : '';
    return [
      'strict-transport-security',
      `max-age=${member.AccessControlMaxAgeSec}${subdomains}${preload}`,
    ];
  },
};
