import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createContext, Script } from 'node:vm';
import {
  dashboardOrigin,
  ofType,
  type SynthesisedStack,
  synthesised,
  synthesisedChanged,
  textOf,
} from '../helpers/synthesised.ts';

const stacks = await synthesised();
const named = (environment: string, name: string, among = stacks): SynthesisedStack =>
  among.find((stack) => stack.environment === environment && stack.name === name) ?? assert.fail(name);
const site = named('live', 'site');
const [[, { Properties }] = assert.fail()] = ofType(site, 'AWS::CloudFront::Distribution');
const { DefaultCacheBehavior: pages, CacheBehaviors: others, ...config } = Properties.DistributionConfig;

describe('the site', () => {
  test('has its own name over current TLS, and its files are reached through it alone', () => {
    assert.equal(config.ViewerCertificate.MinimumProtocolVersion, 'TLSv1.2_2021');
    assert.deepEqual(config.Aliases, ['dashboard.invalid']);
    const [[, bucket] = assert.fail()] = ofType(site, 'AWS::S3::Bucket');
    assert.deepEqual(new Set(Object.values(bucket.Properties.PublicAccessBlockConfiguration)), new Set([true]));
    const [[, policy] = assert.fail()] = ofType(site, 'AWS::S3::BucketPolicy');
    const [deny, allow] = policy.Properties.PolicyDocument.Statement;
    assert.deepEqual([deny.Effect, deny.Condition], ['Deny', { Bool: { 'aws:SecureTransport': 'false' } }]);
    assert.deepEqual([allow.Effect, allow.Principal], ['Allow', { Service: 'cloudfront.amazonaws.com' }]);
    assert.match(textOf(allow.Condition.StringEquals['AWS:SourceArn']), /:distribution\/\{Site/);
  });

  test('keeps nothing but files named by their content, and rewrites no error', () => {
    const [disabled, optimized] = ['4135ea2d-6df8-44a3-9df3-4b5a84be39ad', '658327ea-f89d-4fab-a63d-7e88639e58f6'];
    const kept = others.map((each: Record<string, string>) => [each.PathPattern, each.CachePolicyId]);
    assert.deepEqual(Object.fromEntries(kept), {
      '/assets/*': optimized,
      '/api/sandbox/*': disabled,
      '/api/live/*': disabled,
    });
    assert.equal(pages.CachePolicyId, disabled);
    assert.equal(config.CustomErrorResponses, undefined);
  });

  test('passes calls of each environment to its own dashboard API, with the token', () => {
    for (const environment of ['sandbox', 'live']) {
      const behavior = others.find((each: Record<string, string>) => each.PathPattern === `/api/${environment}/*`);
      // All that the viewer sent but the name of the host.
      assert.equal(behavior.OriginRequestPolicyId, 'b689b0a8-53d0-40ab-baf2-68738e2966ac');
      assert.equal(behavior.ViewerProtocolPolicy, 'https-only');
      const origin = config.Origins.find(({ Id }: { Id: string }) => Id === behavior.TargetOriginId);
      const parameter = site.parameters[origin.DomainName.Ref];
      assert.equal(parameter?.Default, `/financial-services/${environment}/dashboard-api`);
    }
  });

  test('lets a browser load, send and show what it needs, and gives every answer the same headers', () => {
    const [[id, policy] = assert.fail()] = ofType(site, 'AWS::CloudFront::ResponseHeadersPolicy');
    for (const behavior of [pages, ...others]) assert.deepEqual(behavior.ResponseHeadersPolicyId, { Ref: id });
    const { SecurityHeadersConfig: security } = policy.Properties.ResponseHeadersPolicyConfig;
    const written = textOf(security.ContentSecurityPolicy.ContentSecurityPolicy);
    const directives = new Map(written.split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1)]));
    assert.deepEqual(directives.get('default-src'), ["'none'"]);
    for (const directive of ['script-src', 'style-src']) assert.deepEqual(directives.get(directive), ["'self'"]);
    for (const directive of ['base-uri', 'frame-ancestors']) assert.deepEqual(directives.get(directive), ["'none'"]);
    const documents = ['sandbox', 'live'].map(
      (name) => `https://financial-services-${name}-documents-{AWS::AccountId}.s3.eu-west-1.amazonaws.com`,
    );
    for (const directive of ['img-src', 'connect-src'])
      for (const bucket of documents) assert.ok(directives.get(directive)?.includes(bucket), directive);
    assert.doesNotMatch(written, /unsafe|\*|http:/);
    for (const header of Object.values<{ Override: boolean }>(security)) assert.equal(header.Override, true);
    assert.equal(security.StrictTransportSecurity.AccessControlMaxAgeSec, 63_072_000);
  });
});

describe('a function of the site', () => {
  const json = { value: 'application/json' };
  const run = (name: string, uri: string, headers = {}): Record<string, unknown> => {
    const functions = ofType(site, 'AWS::CloudFront::Function').map(([, each]) => each.Properties);
    const code = textOf(functions.find(({ Name }) => Name.endsWith(name))?.FunctionCode);
    const world = createContext({
      event: { request: { uri, method: 'GET', headers: {} }, response: { statusCode: 201, headers } },
    });
    return JSON.parse(new Script(`${code}\nJSON.stringify(handler(event))`).runInContext(world));
  };

  test('leads every page to the one file and leaves files alone', () => {
    for (const page of ['/', '/webhooks', '/customers/cus_1/documents', '/a.b/'])
      assert.equal(run('site-pages', page).uri, '/index.html', page);
    for (const file of ['/assets/index-1a.js', '/icon.svg']) assert.equal(run('site-pages', file).uri, file);
  });

  test('tells the settings of the deployment, which nobody keeps', () => {
    const { statusCode, headers, body } = run('site-pages', '/settings.json');
    assert.deepEqual([statusCode, headers], [200, { 'content-type': json, 'cache-control': { value: 'no-store' } }]);
    const { sign_in, environments, api } = JSON.parse(String(body));
    assert.deepEqual(Object.keys(sign_in), ['authority', 'client_id', 'domain']);
    assert.deepEqual(environments, { sandbox: '/api/sandbox/v1/', live: '/api/live/v1/' });
    for (const environment of ['sandbox', 'live']) {
      const parameter = /^\{(\w+)\}$/.exec(api[environment])?.[1] ?? assert.fail(api[environment]);
      assert.equal(site.parameters[parameter]?.Default, `/financial-services/${environment}/api`);
      const written = ofType(named(environment, 'api'), 'AWS::SSM::Parameter').map(([, each]) => each.Properties);
      assert.deepEqual(
        written.map(({ Name, Value }) => [
          Name,
          /^https:\/\/\{Api\w+\}\.execute-api\.eu-west-1\..*\/$/.test(textOf(Value)),
        ]),
        [[`/financial-services/${environment}/api`, true]],
      );
    }
  });

  test('takes off what leads to an environment', () => {
    assert.equal(run('site-api', '/api/live/v1/customers/cus_1').uri, '/v1/customers/cus_1');
    assert.equal(run('site-api', '/api/sandbox/v1/api/live').uri, '/v1/api/live');
  });

  test('puts it before where something is', () => {
    for (const environment of ['sandbox', 'live']) {
      const behavior = others.find((each: Record<string, string>) => each.PathPattern === `/api/${environment}/*`);
      const at = behavior.FunctionAssociations.find(
        (each: Record<string, unknown>) => each.EventType === 'viewer-response',
      );
      const { Name } = site.resources[at.FunctionARN['Fn::GetAtt'][0]]?.Properties ?? assert.fail();
      const made = run(Name, '/v1/cards', { location: { value: '/v1/cards/card_1' } });
      assert.deepEqual(made.headers, { location: { value: `/api/${environment}/v1/cards/card_1` } });
      assert.deepEqual(run(Name, '/v1/cards', {}).headers, {});
    }
  });
});

test('the site’s pages may put and show documents, where its address is known, and no others may', async () => {
  const corsOf = (among: readonly SynthesisedStack[], environment: string) => {
    const [[, bucket] = assert.fail()] = ofType(named(environment, 'data', among), 'AWS::S3::Bucket');
    return bucket.Properties.CorsConfiguration;
  };
  assert.equal(corsOf(stacks, 'sandbox'), undefined);
  const told = await synthesisedChanged();
  for (const environment of ['sandbox', 'live'])
    assert.partialDeepStrictEqual(corsOf(told, environment).CorsRules, [
      {
        AllowedOrigins: [dashboardOrigin],
        AllowedMethods: ['GET', 'PUT'],
        AllowedHeaders: ['content-type', 'if-none-match'],
      },
    ]);
});
