import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createContext, Script } from 'node:vm';
import { dashboardOrigin } from '../helpers/settings-of-variants.ts';
import {
  ofType,
  type SynthesisedStack,
  synthesised,
  synthesisedChanged,
  textOf,
} from '../helpers/synthesised.ts';

const stacks = await synthesised();
const named = (environment: string, name: string, among = stacks): SynthesisedStack =>
  among.find((stack) => stack.environment === environment && stack.name === name) ??
  assert.fail(name);
const site = named('live', 'site');
const [[, { Properties }] = assert.fail()] = ofType(site, 'AWS::CloudFront::Distribution');
const { CacheBehaviors: others } = Properties.DistributionConfig;

describe('a function of the site', () => {
  const json = { value: 'application/json' };
  const run = (name: string, uri: string, headers = {}): Record<string, unknown> => {
    const functions = ofType(site, 'AWS::CloudFront::Function').map(([, each]) => each.Properties);
    const code = textOf(functions.find(({ Name }) => Name.endsWith(name))?.FunctionCode);
    const world = createContext({
      event: {
        request: { uri, method: 'GET', headers: {} },
        response: { statusCode: 201, headers },
      },
    });
    return JSON.parse(new Script(`${code}\nJSON.stringify(handler(event))`).runInContext(world));
  };

  test('leads every page to the one file and leaves files alone', () => {
    for (const page of ['/', '/webhooks', '/customers/cus_1/documents', '/a.b/'])
      assert.equal(run('site-pages', page).uri, '/index.html', page);
    for (const file of ['/assets/index-1a.js', '/icon.svg'])
      assert.equal(run('site-pages', file).uri, file);
  });

  test('leads customers to the onboarding page, and its calls to the routes of that page and no others', () => {
    assert.equal(run('site-pages', '/onboarding').uri, '/onboarding.html');
    assert.equal(
      run('site-api', '/onboarding-api/live/v1/onboarding/profile').uri,
      '/v1/onboarding/profile',
    );
    const leads = others.filter((each: Record<string, string>) =>
      each.PathPattern?.startsWith('/onboarding-api/'),
    );
    assert.deepEqual(
      leads.map((each: Record<string, string>) => each.PathPattern),
      ['sandbox', 'live'].map((environment) => `/onboarding-api/${environment}/v1/onboarding*`),
    );
  });

  test('answers with the settings of the deployment, which no cache keeps', () => {
    const { statusCode, headers, body } = run('site-pages', '/settings.json');
    assert.deepEqual(
      [statusCode, headers],
      [200, { 'content-type': json, 'cache-control': { value: 'no-store' } }],
    );
    const { product, sign_in, environments, api } = JSON.parse(String(body));
    assert.deepEqual(product, { name: 'Financial Services' });
    assert.deepEqual(Object.keys(sign_in), ['authority', 'client_ids', 'domain']);
    assert.deepEqual(environments, { sandbox: '/api/sandbox/v1/', live: '/api/live/v1/' });
    for (const environment of ['sandbox', 'live']) {
      const parameter = /^\{(\w+)\}$/.exec(api[environment])?.[1] ?? assert.fail(api[environment]);
      assert.equal(site.parameters[parameter]?.Default, `/financial-services/${environment}/api`);
    }
  });

  test('takes off what leads to an environment', () => {
    assert.equal(run('site-api', '/api/live/v1/customers/cus_1').uri, '/v1/customers/cus_1');
    assert.equal(run('site-api', '/api/sandbox/v1/api/live').uri, '/v1/api/live');
  });

  test('puts it before where something is', () => {
    for (const environment of ['sandbox', 'live']) {
      const behavior = others.find(
        (each: Record<string, string>) => each.PathPattern === `/api/${environment}/*`,
      );
      const at = behavior.FunctionAssociations.find(
        (each: Record<string, unknown>) => each.EventType === 'viewer-response',
      );
      const { Name } = site.resources[at.FunctionARN['Fn::GetAtt'][0]]?.Properties ?? assert.fail();
      const made = run(Name, '/v1/cards', { location: { value: '/v1/cards/card_1' } });
      assert.deepEqual(made.headers, {
        location: { value: `/api/${environment}/v1/cards/card_1` },
      });
      assert.deepEqual(run(Name, '/v1/cards', {}).headers, {});
    }
  });
});

test('the site’s pages may put and show documents, where its address is known, and no others may', async () => {
  const corsOf = (among: readonly SynthesisedStack[], environment: string) => {
    const [[, bucket] = assert.fail()] = ofType(
      named(environment, 'data', among),
      'AWS::S3::Bucket',
    );
    return bucket.Properties.CorsConfiguration;
  };
  assert.equal(corsOf(stacks, 'sandbox'), undefined);
  const changed = await synthesisedChanged();
  for (const environment of ['sandbox', 'live'])
    assert.partialDeepStrictEqual(corsOf(changed, environment).CorsRules, [
      {
        AllowedOrigins: [dashboardOrigin],
        AllowedMethods: ['GET', 'PUT'],
        AllowedHeaders: ['content-type', 'if-none-match'],
      },
    ]);
});
