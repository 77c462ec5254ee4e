import { resolveStacks } from '../../template/stacks.ts';
import { declared } from './small-api-template.ts';
import type { Small } from './small-assembly.ts';
import { poolResources } from './user-pool.ts';

const disabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const optimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const everythingButHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** Says where people sign in, and sends every address without a dot to the one page. */
const pages = `const settings = { issuer: '\${Issuer}', api: 'https://\${Api}.execute-api.eu-west-1.amazonaws.com/v1/' };
function handler(event) {
  var request = event.request;
  if (request.uri === '/settings.json')
    return { statusCode: 200, headers: { 'content-type': { value: 'application/json' } }, body: JSON.stringify(settings) };
  if (!request.uri.includes('.')) request.uri = '/index.html';
  return request;
}`;

const stripping =
  "function handler(event) { event.request.uri = event.request.uri.slice('/api'.length); return event.request; }";

const located = `function handler(event) {
  const { location } = event.response.headers;
  if (location) location.value = '/api' + location.value;
  return event.response;
}`;

const viewerFunction = (name: string, code: unknown) =>
  declared('AWS::CloudFront::Function', {
    Name: name,
    FunctionCode: code,
    FunctionConfig: { Comment: name, Runtime: 'cloudfront-js-2.0' },
  });

const associated = (logicalId: string, EventType: string) => ({
  EventType,
  FunctionARN: { 'Fn::GetAtt': [logicalId, 'FunctionARN'] },
});

/** A bucket of files and an API below one address. */
const siteResources = (config: object = {}, behavior: object = {}): Record<string, unknown> => ({
  Files: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'site-files' } },
  Uploads: declared('AWS::S3::Bucket', {
    BucketName: 'files',
    VersioningConfiguration: { Status: 'Enabled' },
    CorsConfiguration: {
      CorsRules: [
        {
          AllowedOrigins: ['http://127.0.0.1'],
          AllowedMethods: ['GET', 'PUT'],
          AllowedHeaders: ['content-type'],
          MaxAge: 60,
        },
      ],
    },
  }),
  Pages: viewerFunction('pages', {
    'Fn::Sub': [pages, { Issuer: { 'Fn::GetAtt': ['People', 'ProviderURL'] } }],
  }),
  Stripping: viewerFunction('stripping', stripping),
  Located: viewerFunction('located', located),
  Headers: declared('AWS::CloudFront::ResponseHeadersPolicy', {
    ResponseHeadersPolicyConfig: {
      Name: 'headers',
      SecurityHeadersConfig: {
        ContentSecurityPolicy: {
          ContentSecurityPolicy:
            "default-src 'none'; connect-src 'self' https://files.s3.eu-west-1.amazonaws.com",
          Override: true,
        },
        ContentTypeOptions: { Override: true },
        StrictTransportSecurity: {
          AccessControlMaxAgeSec: 60,
          IncludeSubdomains: true,
          Override: true,
        },
      },
      CustomHeadersConfig: { Items: [{ Header: 'x-kind', Value: 'policy', Override: false }] },
    },
  }),
  Site: declared('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      Enabled: true,
      Origins: [
        {
          Id: 'files',
          DomainName: { 'Fn::GetAtt': ['Files', 'RegionalDomainName'] },
          S3OriginConfig: {},
        },
        {
          Id: 'api',
          DomainName: { 'Fn::Sub': '$' + '{Api}.execute-api.$' + '{AWS::Region}.amazonaws.com' },
          CustomOriginConfig: { OriginProtocolPolicy: 'https-only' },
        },
      ],
      DefaultCacheBehavior: {
        TargetOriginId: 'files',
        CachePolicyId: disabled,
        Compress: true,
        ResponseHeadersPolicyId: { Ref: 'Headers' },
        FunctionAssociations: [associated('Pages', 'viewer-request')],
        ...behavior,
      },
      CacheBehaviors: [
        {
          PathPattern: '/api/*',
          TargetOriginId: 'api',
          CachePolicyId: disabled,
          OriginRequestPolicyId: everythingButHost,
          ResponseHeadersPolicyId: { Ref: 'Headers' },
          AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
          FunctionAssociations: [
            associated('Stripping', 'viewer-request'),
            associated('Located', 'viewer-response'),
          ],
        },
        {
          PathPattern: '/packed/*',
          TargetOriginId: 'files',
          CachePolicyId: optimized,
          Compress: true,
        },
      ],
      ...config,
    },
  }),
});

/** The resources of a stack that has nothing besides. */
export const resolvedSite = (config?: object, behavior?: object) => {
  const Resources = { ...poolResources(), ...siteResources(config, behavior) } as Record<
    string,
    { Type: string }
  >;
  const template = { Resources: { ...Resources, Api: { Type: 'AWS::ApiGateway::RestApi' } } };
  return resolveStacks([
    { environment: 'live', name: 'small', region: 'eu-west-1', account: '000000000000', template },
  ]);
};

/** A site, the pool of its people, and an API that answers with what it was sent. */
export const smallSite: Small = {
  functions: {
    echo: {
      source: `exports.handler = async ({ path, headers, body, queryStringParameters }) => ({
        statusCode: path.endsWith('missing') ? 404 : 200,
        headers: { 'content-type': 'application/json', 'x-kind': 'api', location: path },
        body: JSON.stringify({ path, authorization: headers.Authorization ?? headers.authorization, body, queryStringParameters }),
      });`,
    },
  },
  methods: {
    'GET /{rest+}': { function: 'echo', open: true },
    'POST /{rest+}': { function: 'echo', open: true },
  },
  resources: { ...poolResources(), ...siteResources() },
};
