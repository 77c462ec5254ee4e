import type { LocalAddresses } from '../addresses.ts';
import type { Resource } from '../aws-service.ts';
import { assertOnly, BadConfiguration } from '../errors.ts';

/** A header of every response; without override the origin's own header wins. */
export type PolicyHeader = { readonly name: string; readonly value: string; readonly override: boolean };

type Member = Readonly<Record<string, unknown>>;

/** What a response-headers policy of the template adds; none without one. */
export const headersOf = (id: unknown, resources: readonly Resource[], toLocal: LocalAddresses): PolicyHeader[] => {
  if (id === undefined) return [];
  const policy = resources.find(
    ({ type, physicalId }) => type === 'AWS::CloudFront::ResponseHeadersPolicy' && physicalId === id,
  );
  if (!policy) throw new BadConfiguration(`The response headers policy ${id} is not one of the templates.`);
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
  if (!write) throw new BadConfiguration(`The response headers policy has ${kind}, which local/ does not run.`);
  const [name, value] = write(member);
  return { name, value, override: isTrue(member.Override) };
};

const security: Readonly<Record<string, (member: Member) => [name: string, value: string]>> = {
  ContentSecurityPolicy: (member) => ['content-security-policy', String(member.ContentSecurityPolicy)],
  ContentTypeOptions: () => ['x-content-type-options', 'nosniff'],
  FrameOptions: (member) => ['x-frame-options', String(member.FrameOption)],
  ReferrerPolicy: (member) => ['referrer-policy', String(member.ReferrerPolicy)],
  StrictTransportSecurity: (member) => {
    const subdomains = isTrue(member.IncludeSubdomains) ? '; includeSubDomains' : '';
    const preload = isTrue(member.Preload) ? '; preload' : '';
    return ['strict-transport-security', `max-age=${member.AccessControlMaxAgeSec}${subdomains}${preload}`];
  },
};
