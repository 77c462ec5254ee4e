import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { dashboardKeyOf, dashboardShardOf } from '../../functions/contract/accounts/usage-plans.ts';
import { catalogue } from '../../functions/contract/errors.ts';
import type { Route } from '../../functions/contract/route.ts';
import { routes } from '../../functions/contract/routes.ts';
import { environments } from '../../lib/environments.ts';
import { leadsTo, shownIn } from '../helpers/expected-functions.ts';
import { ofType, type SynthesisedStack, synthesised, textOf } from '../helpers/synthesised.ts';
import { asCalled, calledAt, functionOf } from '../helpers/template-functions.ts';

const apiRoutes: readonly Route[] = routes;
const stacks = (await synthesised()).filter(({ name }) => name === 'api');

/** Written out once more, because a caller's first impression of a refusal is often one of these. */
const statuses = {
  // A key that opens nothing is denied by policy.
  ACCESS_DENIED: 401,
  AUTHORIZER_FAILURE: 500,
  DEFAULT_4XX: 400,
  DEFAULT_5XX: 500,
  INTEGRATION_FAILURE: 503,
  INTEGRATION_TIMEOUT: 504,
  // The key that the caller sent is good; what it is counted by is missing on our side.
  INVALID_API_KEY: 503,
  MISSING_AUTHENTICATION_TOKEN: 404,
  REQUEST_TOO_LARGE: 413,
  THROTTLED: 429,
  UNAUTHORIZED: 401,
};

for (const stack of stacks) {
  describe(`the gateway of ${stack.environment}`, () => {
    const responses = ofType(stack, 'AWS::ApiGateway::GatewayResponse').map(([, { Properties }]) => Properties);

    test('keeps its address: another logical id would be another host', () => {
      assert.deepEqual(
        ofType(stack, 'AWS::ApiGateway::RestApi').map(([id]) => id),
        ['ApiF70053CD'],
      );
    });

    test('passes every body on as the bytes it is', () => {
      const types = ofType(stack, 'AWS::ApiGateway::RestApi').map(([, { Properties }]) => Properties.BinaryMediaTypes);
      assert.deepEqual(types, [['*/*']]);
    });

    test('answers every kind of refusal it has in our words', () => {
      const kinds = Object.values(ResponseType).flatMap((one) =>
        one instanceof ResponseType ? [one.responseType] : [],
      );
      assert.deepEqual(responses.map((one) => one.ResponseType).sort(), kinds.sort());
    });

    for (const response of responses) {
      test(`says ${response.ResponseType} as a problem document with its own status`, () => {
        const body = JSON.parse(response.ResponseTemplates['application/json']);
        const { code } = body as { code: keyof typeof catalogue };
        const { status, title, detail, retry } = catalogue[code];
        assert.deepEqual([body.status, body.title, body.detail], [status, title, detail]);
        assert.equal(response.StatusCode, String(statuses[response.ResponseType as keyof typeof statuses] ?? status));
        // API Gateway refuses before we can look, and does not say which part it could not read.
        const pointed = (body.errors ?? []).map(({ parameter }: { parameter: string }) => parameter);
        assert.deepEqual(pointed, code === 'validation_failed' ? ['query', 'header'] : []);
        assert.equal(body.request_id, '$context.requestId');
        const header = (name: string) => response.ResponseParameters[`gatewayresponse.header.${name}`];
        assert.equal(header('content-type'), "'application/problem+json'");
        assert.equal(header('x-request-id'), 'context.requestId');
        assert.equal(header('cache-control'), "'no-store'");
        assert.equal(header('x-content-type-options'), "'nosniff'");
        assert.match(header('strict-transport-security'), /max-age=/);
        assert.equal(header('retry-after'), [429, 503].includes(status) ? "'1'" : undefined);
        assert.equal(header('x-should-retry'), retry ? undefined : "'false'");
        const wrong = response.ResponseType === 'ACCESS_DENIED' ? 'refused' : 'missing or malformed';
        const challenge = `'ApiKey header="Api-Key", error="${wrong}"'`;
        assert.equal(header('www-authenticate'), status === 401 ? challenge : undefined);
        const throttled = response.ResponseType === 'THROTTLED';
        assert.equal(header('ratelimit-policy'), throttled ? 'context.authorizer.rate_limit_policy' : undefined);
        assert.equal(header('ratelimit'), throttled ? 'context.authorizer.rate_limit_spent' : undefined);
      });
    }

    test('has a method for every route, which calls its function whole, and no other', () => {
      const declared = apiRoutes.map((route) => {
        const { id } = leadsTo(stack.environment, route);
        return `${route.method} ${route.path} ${asCalled(stack, functionOf(stack, id).logicalId)}`;
      });
      const found = ofType(stack, 'AWS::ApiGateway::Method').map(([, { Properties }]) => {
        const { HttpMethod, ResourceId, Integration } = Properties;
        assert.equal(Integration.Type, 'AWS_PROXY');
        return `${HttpMethod} ${pathOf(stack, ResourceId)} ${calledAt(stack, Integration.Uri)}`;
      });
      assert.deepEqual(found.sort(), declared.sort());
    });

    test('asks the authorizer about every route but the public ones', () => {
      const open = ofType(stack, 'AWS::ApiGateway::Method').filter(
        ([, one]) => one.Properties.AuthorizationType !== 'CUSTOM',
      );
      const paths = open.map(([, { Properties }]) => pathOf(stack, Properties.ResourceId));
      assert.deepEqual(
        paths,
        apiRoutes.filter((route) => route.public).map(({ path }) => path),
      );
    });

    test('counts every caller by the key that the authorizer names, and nobody on the public routes', () => {
      const [[, { Properties }] = assert.fail()] = ofType(stack, 'AWS::ApiGateway::RestApi');
      assert.equal(Properties.ApiKeySourceType, 'AUTHORIZER');
      for (const [id, method] of ofType(stack, 'AWS::ApiGateway::Method'))
        assert.equal(method.Properties.ApiKeyRequired ?? false, method.Properties.AuthorizationType === 'CUSTOM', id);
    });

    test('bounds a business by its plan, below what all share, and those without a plan together', () => {
      const [[stage] = assert.fail()] = ofType(stack, 'AWS::ApiGateway::Stage');
      const { limits, throttle } = environments[stack.environment];
      const plans = ofType(stack, 'AWS::ApiGateway::UsagePlan').map(([id, plan]) => {
        const { UsagePlanName, ApiStages, Throttle } = plan.Properties;
        assert.deepEqual(ApiStages, [{ ApiId: { Ref: 'ApiF70053CD' }, Stage: { Ref: stage } }]);
        assert.ok(Throttle.RateLimit < throttle.rate && Throttle.BurstLimit < throttle.burst, UsagePlanName);
        return [id, UsagePlanName, Throttle.RateLimit, Throttle.BurstLimit];
      });
      const name = (plan: string) => `financial-services-${stack.environment}-${plan}`;
      const { standard, elevated } = limits;
      assert.deepEqual(plans, [
        ['UsagePlanstandard', name('standard'), standard.rate, standard.burst],
        ['UsagePlanelevated', name('elevated'), elevated.rate, elevated.burst],
      ]);
      const [[key, { Properties }] = assert.fail()] = ofType(stack, 'AWS::ApiGateway::ApiKey');
      assert.deepEqual([Properties.Value, Properties.Enabled], [`${stack.environment}sharedbybusinesses`, true]);
      const [[, member] = assert.fail()] = ofType(stack, 'AWS::ApiGateway::UsagePlanKey');
      assert.deepEqual(member.Properties, {
        KeyId: { Ref: key },
        KeyType: 'API_KEY',
        UsagePlanId: { Ref: 'UsagePlanelevated' },
      });
    });

    test('rings where a business with a good key is counted by nothing', () => {
      const [[, filter] = assert.fail()] = ofType(stack, 'AWS::Logs::MetricFilter');
      const { FilterPattern, LogGroupName, MetricTransformations } = filter.Properties;
      assert.equal(FilterPattern, '{ $.refusal = "INVALID_API_KEY" }');
      assert.equal(LogGroupName, `/aws/apigateway/financial-services-${stack.environment}-api`);
      const [{ MetricName, MetricNamespace, MetricValue }] = MetricTransformations;
      const alarms = ofType(stack, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
      const ringing = alarms.filter((one) => one.MetricName === MetricName && one.Namespace === MetricNamespace);
      assert.deepEqual(
        ringing.map(({ AlarmName, Threshold }) => [AlarmName, Threshold, MetricValue]),
        [[`financial-services-${stack.environment}-businesses-not-enrolled`, 1, '1']],
      );
    });

    test('compresses what is longer than a refusal', () => {
      const [[, { Properties }] = assert.fail()] = ofType(stack, 'AWS::ApiGateway::RestApi');
      assert.equal(Properties.MinimumCompressionSize, 1024);
    });

    test('hands the authorizer only what looks like a secret or restricted key of this environment', () => {
      const [[, { Properties }] = assert.fail()] = ofType(stack, 'AWS::ApiGateway::Authorizer');
      const pattern = new RegExp(Properties.IdentityValidationExpression);
      const other = stack.environment === 'live' ? 'sandbox' : 'live';
      for (const kind of ['sk', 'rk']) assert.match(`${kind}_${stack.environment}_${'aZ9'.repeat(12)}bc`, pattern);
      for (const kind of [`pk_${stack.environment}`, `sk_${other}`, `rk_${other}`, `xsk_${stack.environment}`])
        assert.doesNotMatch(`${kind}_${'a'.repeat(38)}`, pattern);
      assert.doesNotMatch(`sk_${stack.environment}_${'a'.repeat(39)}`, pattern);
      assert.equal(Properties.AuthorizerResultTtlInSeconds, 60);
      assert.equal(Properties.IdentitySource, 'method.request.header.Api-Key');
    });

    test('is throttled as the environment says, traced, and logs ids without what a caller wrote', () => {
      const [[, { Properties }] = assert.fail()] = ofType(stack, 'AWS::ApiGateway::Stage');
      const { throttle, publicThrottle } = environments[stack.environment];
      const settingsOf = (HttpMethod: string, ResourcePath: string, { rate, burst }: typeof throttle) => ({
        ...{ HttpMethod, ResourcePath, ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst },
        ...{ DataTraceEnabled: false, LoggingLevel: 'ERROR' },
      });
      assert.deepEqual(Properties.MethodSettings, [
        settingsOf('*', '/*', throttle),
        settingsOf('GET', '/~1openapi.json', publicThrottle),
      ]);
      assert.ok(publicThrottle.rate * 10 <= throttle.rate, 'the public routes take a tenth at most');
      assert.equal(Properties.TracingEnabled, true);
      assert.equal(Properties.StageName, 'v1');
      assert.doesNotMatch(
        Properties.AccessLogSetting.Format,
        /identity|sourceIp|header|\$context\.path\b|querystring/i,
      );
    });
  });
}

const pathOf = (stack: SynthesisedStack, id: unknown): string => {
  const name = textOf(id).slice(1, -1);
  const resource = stack.resources[name];
  if (resource?.Type !== 'AWS::ApiGateway::Resource') return '';
  return `${pathOf(stack, resource.Properties.ParentId)}/${resource.Properties.PathPart}`;
};

for (const stack of (await synthesised()).filter(({ name }) => name === 'dashboard')) {
  describe(`the gateway of the dashboard of ${stack.environment}`, () => {
    const { environment } = stack;
    const shown = shownIn(environment);
    const methods = ofType(stack, 'AWS::ApiGateway::Method').map(([, { Properties }]) => Properties);

    test('has a method for every route of it, which calls the same function as the API, and no other', () => {
      const declared = shown.map((route) => {
        const name = `financial-services-${environment}-${leadsTo(environment, route).id.replaceAll('.', '-')}`;
        return `${route.method} ${route.path} ${asCalled(stack, name)}`;
      });
      const found = methods.map(
        ({ HttpMethod, ResourceId, Integration }) =>
          `${HttpMethod} ${pathOf(stack, ResourceId)} ${calledAt(stack, Integration.Uri)}`,
      );
      assert.deepEqual(found.sort(), declared.sort());
    });

    test('asks about the token of every caller, for whatever is not public', () => {
      const open = methods.filter(({ AuthorizationType }) => AuthorizationType !== 'CUSTOM');
      assert.deepEqual(
        open.map(({ ResourceId }) => pathOf(stack, ResourceId)),
        shown.filter((route) => route.public).map(({ path }) => path),
      );
      const [[, { Properties }] = assert.fail()] = ofType(stack, 'AWS::ApiGateway::Authorizer');
      const pattern = new RegExp(Properties.IdentityValidationExpression);
      assert.match('Bearer eyJh.eyJz-_.sig', pattern);
      for (const other of ['Bearer a.b', 'eyJh.eyJz.sig', 'Bearer a.b.c d', 'Basic a.b.c'])
        assert.doesNotMatch(other, pattern);
      assert.deepEqual(
        [Properties.AuthorizerResultTtlInSeconds, Properties.IdentitySource],
        [60, 'method.request.header.Authorization'],
      );
    });

    test('tells who is turned away to sign in again', () => {
      const responses = ofType(stack, 'AWS::ApiGateway::GatewayResponse').map(([, { Properties }]) => Properties);
      for (const type of ['UNAUTHORIZED', 'ACCESS_DENIED']) {
        const one = responses.find(({ ResponseType: kind }) => kind === type) ?? assert.fail(type);
        assert.match(JSON.parse(one.ResponseTemplates['application/json']).detail, /Sign in again/);
      }
    });

    test('counts every caller, and bounds the people of a business below what all share', () => {
      for (const [id, method] of ofType(stack, 'AWS::ApiGateway::Method'))
        assert.equal(method.Properties.ApiKeyRequired ?? false, method.Properties.AuthorizationType === 'CUSTOM', id);
      const { dashboardLimit, dashboardThrottle } = environments[environment];
      const [[planId, plan] = assert.fail(), ...others] = ofType(stack, 'AWS::ApiGateway::UsagePlan');
      assert.deepEqual(others, []);
      const { rate, burst } = dashboardLimit;
      assert.deepEqual(plan.Properties.Throttle, { RateLimit: rate, BurstLimit: burst });
      assert.ok(rate < dashboardThrottle.rate && burst < dashboardThrottle.burst);
      const [[api] = assert.fail()] = ofType(stack, 'AWS::ApiGateway::RestApi');
      assert.deepEqual(plan.Properties.ApiStages[0].ApiId, { Ref: api });
      const members = ofType(stack, 'AWS::ApiGateway::UsagePlanKey').map(([, { Properties }]) => {
        assert.deepEqual(Properties.UsagePlanId, { Ref: planId });
        return Properties.KeyId.Ref;
      });
      const values = new Map(
        ofType(stack, 'AWS::ApiGateway::ApiKey').map(([id, { Properties }]) => [Properties.Value, id]),
      );
      // Whatever a business is called, its key is in the plan: without one its people would all be refused.
      const named = [...'0123456789abcdefghjkmnpqrstvwxyz'].map(
        (last) =>
          values.get(dashboardKeyOf(environment, dashboardShardOf(`biz_01jd5fq7k9e8xv3m2n4p6r8t0${last}`)).value) ??
          last,
      );
      assert.deepEqual([new Set(named).size, members.toSorted()], [32, named.toSorted()]);
    });

    test('has a throttle of its own, below that of the API', () => {
      const { throttle, dashboardThrottle } = environments[environment];
      const [[, { Properties }] = assert.fail()] = ofType(stack, 'AWS::ApiGateway::Stage');
      const [all = assert.fail()] = Properties.MethodSettings;
      assert.deepEqual(
        [all.ThrottlingRateLimit, all.ThrottlingBurstLimit],
        [dashboardThrottle.rate, dashboardThrottle.burst],
      );
      assert.ok(dashboardThrottle.rate < throttle.rate);
    });
  });
}
