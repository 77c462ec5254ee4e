import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { catalogue } from '../../functions/core/error-catalogue.ts';
import { dashboardKeyOf, dashboardShardOf } from '../../functions/tenants/accounts/usage-plans.ts';
import { environments } from '../../lib/environments.ts';
import { ofType, type SynthesisedStack, synthesised } from '../helpers/synthesised.ts';

const all = await synthesised();

const only = (stack: SynthesisedStack, type: string) =>
  ofType(stack, type)[0]?.[1].Properties ?? assert.fail(type);

/** Where a status is another than that of the error: what the caller did, and what is our fault. */
const statuses: Readonly<Record<string, number>> = { ACCESS_DENIED: 401, INTEGRATION_TIMEOUT: 504 };

for (const stack of all.filter(({ name }) => ['api', 'dashboard'].includes(name))) {
  const isPublished = stack.name === 'api';

  describe(`the gateway of ${stack.environment}/${stack.name}`, () => {
    const responses = ofType(stack, 'AWS::ApiGateway::GatewayResponse').map(
      ([, { Properties }]) => Properties,
    );

    test('answers every kind of error it has in our words', () => {
      const kinds = Object.values(ResponseType).flatMap((one) =>
        one instanceof ResponseType ? [one.responseType] : [],
      );
      assert.deepEqual(responses.map((one) => one.ResponseType).sort(), kinds.sort());
      for (const {
        ResponseType: kind,
        ResponseTemplates,
        StatusCode,
        ResponseParameters,
      } of responses) {
        const body = JSON.parse(ResponseTemplates['application/json']);
        const { status, title, retry } = catalogue[body.code as keyof typeof catalogue];
        assert.deepEqual(
          [body.status, body.title, body.request_id],
          [status, title, '$context.requestId'],
          kind,
        );
        assert.equal(StatusCode, String(statuses[kind] ?? status), kind);
        const header = (name: string) => ResponseParameters[`gatewayresponse.header.${name}`];
        assert.equal(header('content-type'), "'application/problem+json'");
        assert.equal(header('x-request-id'), 'context.requestId');
        assert.equal(header('retry-after'), [429, 503].includes(status) ? "'1'" : undefined);
        assert.equal(header('x-should-retry'), retry ? undefined : "'false'");
        assert.equal(header('www-authenticate') === undefined, status !== 401, kind);
        assert.equal(header('ratelimit') === undefined, kind !== 'THROTTLED' || !isPublished, kind);
      }
    });

    test('bounds a business below what all share, and what is public to a tenth', () => {
      const { MethodSettings, AccessLogSetting } = only(stack, 'AWS::ApiGateway::Stage');
      const [{ ThrottlingRateLimit, ThrottlingBurstLimit }, open] = MethodSettings;
      for (const [, { Properties }] of ofType(stack, 'AWS::ApiGateway::UsagePlan')) {
        const { RateLimit, BurstLimit } = Properties.Throttle;
        assert.ok(
          RateLimit < ThrottlingRateLimit && BurstLimit < ThrottlingBurstLimit,
          Properties.UsagePlanName,
        );
      }
      if (isPublished) assert.ok(open.ThrottlingRateLimit * 10 <= ThrottlingRateLimit);
      else
        assert.ok(
          ThrottlingRateLimit < environments[stack.environment].throttle.rate,
          'below that of the API',
        );
      // It logs ids, and nothing that a caller wrote.
      assert.doesNotMatch(
        AccessLogSetting.Format,
        /identity|sourceIp|header|\$context\.path\b|querystring/i,
      );
    });

    test('hands the authorizer only what looks like a key of this environment, or like a token', () => {
      const pattern = new RegExp(
        only(stack, 'AWS::ApiGateway::Authorizer').IdentityValidationExpression,
      );
      if (!isPublished) {
        assert.match('Bearer eyJh.eyJz-_.sig', pattern);
        for (const other of ['Bearer a.b', 'eyJh.eyJz.sig', 'Bearer a.b.c d', 'Basic a.b.c'])
          assert.doesNotMatch(other, pattern);
        return;
      }
      const other = stack.environment === 'live' ? 'sandbox' : 'live';
      for (const kind of ['sk', 'rk'])
        assert.match(`${kind}_${stack.environment}_${'aZ9'.repeat(12)}bc`, pattern);
      for (const kind of [
        `pk_${stack.environment}`,
        `sk_${other}`,
        `rk_${other}`,
        `xsk_${stack.environment}`,
      ])
        assert.doesNotMatch(`${kind}_${'a'.repeat(38)}`, pattern);
      assert.doesNotMatch(`sk_${stack.environment}_${'a'.repeat(39)}`, pattern);
    });
  });
}

for (const stack of all.filter(({ name }) => name === 'dashboard'))
  test(`every business has its key in the plan of the dashboard of ${stack.environment}: its people would all be rejected`, () => {
    const members = ofType(stack, 'AWS::ApiGateway::UsagePlanKey').map(
      ([, { Properties }]) => Properties.KeyId.Ref,
    );
    const values = new Map(
      ofType(stack, 'AWS::ApiGateway::ApiKey').map(([id, { Properties }]) => [
        Properties.Value,
        id,
      ]),
    );
    const keyOf = (last: string) =>
      dashboardKeyOf(stack.environment, dashboardShardOf(`biz_01jd5fq7k9e8xv3m2n4p6r8t0${last}`))
        .value;
    const named = [...'0123456789abcdefghjkmnpqrstvwxyz'].map(
      (last) => values.get(keyOf(last)) ?? last,
    );
    assert.deepEqual([new Set(named).size, members.toSorted()], [32, named.toSorted()]);
  });
