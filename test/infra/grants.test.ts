import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { authorizeOperator, authorizeRequest, hearStripe, sweepDueWork } from '../../functions/contract/workers.ts';
import { functionsOf, leadsTo, publishedIn, shownIn } from '../helpers/expected-functions.ts';
import { byName, feedsOf, grantsFor, tellingOf, variablesFor } from '../helpers/expected-grants.ts';
import {
  ofType,
  type SynthesisedStack,
  signIn,
  stripeSettings,
  synthesised,
  synthesisedChanged,
  textOf,
} from '../helpers/synthesised.ts';
import { asCalled, functionOf, logGroupOf, permission, permissionsOf, roleOf } from '../helpers/template-functions.ts';

const all = await synthesised();
const stacks = all.filter((one) => functionsOf(one).length > 0);

for (const stack of stacks) {
  const declared = functionsOf(stack);
  describe(`grants in ${stack.environment}/${stack.name}`, () => {
    for (const { id, needs } of declared) {
      test(`${id} may do what it needs and nothing else`, () => {
        const role = roleOf(all, stack, id);
        const telling = tellingOf(logGroupOf(all, stack, id).resource);
        const granted = [...grantsFor(stack, needs), ...feedsOf(stack, id), ...telling];
        assert.deepEqual(permissionsOf(role.resource).map(byName(role.stack)).sort(), granted.sort());
      });

      test(`${id} is told where to find what it needs and nothing else`, () => {
        const { POWERTOOLS_SERVICE_NAME, POWERTOOLS_LOG_LEVEL, UV_THREADPOOL_SIZE, ...others } = variablesOf(stack, id);
        const { SIGN_IN_ISSUER, SIGN_IN_CLIENT_ID, ...rest } = others;
        const issuer = [SIGN_IN_ISSUER, SIGN_IN_CLIENT_ID].map((value) => value && textOf(value));
        assert.deepEqual(
          issuer,
          id === authorizeOperator.id ? ['issuer', 'client-id'].map(signIn) : [undefined, undefined],
        );
        assert.equal(POWERTOOLS_SERVICE_NAME, id);
        assert.equal(POWERTOOLS_LOG_LEVEL, 'INFO');
        assert.equal(UV_THREADPOOL_SIZE, id === 'deliver-webhook' ? '64' : undefined);
        assert.deepEqual(rest, { ENVIRONMENT: stack.environment, ...variablesFor(stack, needs) });
      });
    }

    test('every function has a role of its own without managed policies', () => {
      const functions = ofType(stack, 'AWS::Lambda::Function');
      assert.equal(functions.length, declared.length);
      assert.equal(new Set(functions.map(([, made]) => textOf(made.Properties.Role))).size, declared.length);
      for (const { id } of declared)
        assert.equal(roleOf(all, stack, id).resource.Properties.ManagedPolicyArns, undefined, id);
    });

    test('nobody may call a function directly but the clock its sweeper', () => {
      const permitted = ofType(stack, 'AWS::Lambda::Permission').map(([, { Properties }]) => Properties);
      if (stack.name !== 'events') return assert.deepEqual(permitted, []);
      const [[clock] = assert.fail()] = ofType(stack, 'AWS::Events::Rule').filter(
        ([, rule]) => rule.Properties.ScheduleExpression,
      );
      const mayCall = {
        FunctionName: { Ref: functionOf(stack, sweepDueWork.id).logicalId },
        Action: 'lambda:InvokeFunction',
        Principal: 'events.amazonaws.com',
        SourceArn: { 'Fn::GetAtt': [clock, 'Arn'] },
      };
      assert.deepEqual(permitted, [mayCall]);
    });

    if (stack.name === 'events') return;
    test('API Gateway may call the functions of the API and no other', () => {
      const [, role] = ofType(stack, 'AWS::IAM::Role').find(([id]) => id.startsWith('Caller')) ?? assert.fail();
      const { environment } = stack;
      const shown = shownIn(environment).map((route) => leadsTo(environment, route));
      const called =
        stack.name === 'api' ? [authorizeRequest, ...publishedIn(environment)] : [authorizeOperator, ...new Set(shown)];
      const expected = called.map(({ id }) => {
        const name = asCalled(stack, `financial-services-${environment}-${id.replaceAll('.', '-')}`);
        return permission('lambda:InvokeFunction', `arn:aws:lambda:eu-west-1:{AWS::AccountId}:function:${name}`);
      });
      assert.deepEqual(permissionsOf(role).sort(), expected.sort());
    });
  });
}

for (const stack of all)
  describe(`roles in ${stack.environment}/${stack.name}`, () => {
    test('grant all there is to grant', () => {
      for (const type of ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy', 'AWS::IAM::RolePolicy'])
        assert.deepEqual(ofType(stack, type), []);
    });

    test('wildcards stand only for the lines of one log group, traces, the key of an alias, the streams of a table, documents, and what CodeDeploy deploys', () => {
      const allowed = [
        /^logs:(CreateLogStream|PutLogEvents) on arn:aws:logs:[\w-]+:\{AWS::AccountId}:log-group:\/aws\/lambda\/[\w-]+:\*$/,
        /^xray:Put\w+ on \*$/,
        /^kms:\w+ on arn:aws:kms:[\w-]+:\{AWS::AccountId}:key\/\* if .*ResourceAliases/,
        /^s3:(GetObject|GetObjectVersion|DeleteObjectVersion) on arn:aws:s3:::[\w-]+-documents-\{AWS::AccountId}\/\*$/,
        /^s3:PutObject on arn:aws:s3:::[\w-]+-documents-\{AWS::AccountId}\/\* if Null \{"s3:if-none-match":"false"}$/,
        /^s3:ListBucket(Versions)? on arn:aws:s3:::[\w-]+-documents-\{AWS::AccountId} if StringLike \{"s3:prefix":[^,]+}$/,
        /^dynamodb:ListStreams on arn:aws:dynamodb:[\w-]+:\{AWS::AccountId}:table\/[\w-]+-outbox\/stream\/\*$/,
        /^lambda:(GetAlias|UpdateAlias|GetProvisionedConcurrencyConfig) on arn:aws:lambda:[\w-]+:\{AWS::AccountId}:function:[\w-]+-live-\*$/,
        /^cloudwatch:DescribeAlarms on \*$/,
      ];
      for (const [logicalId, role] of ofType(stack, 'AWS::IAM::Role')) {
        const wild = permissionsOf(role).filter((line) => line.includes('*') && !allowed.some((one) => one.test(line)));
        assert.deepEqual(wild, [], logicalId);
      }
    });
  });

for (const environment of ['sandbox', 'live']) {
  const own = all.filter((stack) => stack.environment === environment);
  const ids = own.flatMap((stack) => functionsOf(stack).map(({ id }) => ({ stack, id })));
  const namesIn = (type: string, property: string): string[] =>
    own.flatMap((stack) => ofType(stack, type).map(([, { Properties }]) => textOf(Properties[property] ?? ''))).sort();

  describe(`what each function of ${environment} has to itself`, () => {
    test('is a role of a stable name, which nothing else takes on', () => {
      const begin = `financial-services-${environment}-`;
      const names = ids.map(({ id }) => `${begin}${id.replaceAll('.', '-')}-role`);
      for (const name of names) assert.ok(name.length <= 64, name);
      const roles = own.flatMap((stack) => ofType(stack, 'AWS::IAM::Role').map(([, role]) => role.Properties));
      const ofFunctions = roles.filter((role) => JSON.stringify(role.AssumeRolePolicyDocument).includes('lambda.'));
      assert.deepEqual(ofFunctions.map(({ RoleName }) => RoleName).sort(), names.sort());
      for (const { AssumeRolePolicyDocument } of ofFunctions)
        assert.deepEqual(AssumeRolePolicyDocument.Statement, [
          { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } },
        ]);
      const named = ids.map(({ stack, id }) => roleOf(own, stack, id).resource.Properties.RoleName);
      assert.deepEqual(named.sort(), names);
    });

    test('is a log group of its name', () => {
      const names = ids.map(({ id }) => `/aws/lambda/financial-services-${environment}-${id.replaceAll('.', '-')}`);
      const groups = namesIn('AWS::Logs::LogGroup', 'LogGroupName').filter((name) => name.startsWith('/aws/lambda/'));
      assert.deepEqual(groups, names.sort());
    });
  });
}

describe('an environment whose cards Stripe issues', () => {
  const callers = ['cards.create', 'cards.replace', 'cards.reveal', 'settle-cards'];
  const secret = `arn:aws:secretsmanager:eu-west-1:{AWS::AccountId}:secret:${stripeSettings.apiKeySecret}-??????`;

  test('lets those who call Stripe read its key, tells them of it, and nobody of the simulator’s', async () => {
    const changed = await synthesisedChanged();
    const reading: string[] = [];
    for (const stack of changed.filter(({ environment }) => environment === 'sandbox'))
      for (const { id } of functionsOf(stack)) {
        const variables = variablesOf(stack, id);
        const granted = permissionsOf(roleOf(changed, stack, id).resource);
        const told = [variables.STRIPE_API_KEY_SECRET, variables.STRIPE_API_BASE, variables.ISSUER_KEY_ID];
        const isCaller = callers.includes(id);
        const { apiKeySecret, apiBase } = stripeSettings;
        assert.deepEqual(told, isCaller ? [apiKeySecret, apiBase, undefined] : [undefined, undefined, undefined], id);
        assert.equal(granted.includes(permission('secretsmanager:GetSecretValue', secret)), isCaller, id);
        assert.ok(!granted.some((one) => one.includes('financial-services-sandbox-issuer"')), id);
        if (isCaller) reading.push(id);
      }
    assert.deepEqual(new Set(reading), new Set(callers));
  });

  test('hears Stripe at a path of its own, by a function that reads the secret of its signatures', async () => {
    const changed = await synthesisedChanged();
    const api = changed.find(({ environment, name }) => environment === 'sandbox' && name === 'api') ?? assert.fail();
    const { Environment, MemorySize } = functionOf(api, hearStripe.id).properties;
    const { apiKeySecret, signingSecret } = stripeSettings;
    const { STRIPE_API_KEY_SECRET, STRIPE_SIGNING_SECRET } = Environment.Variables;
    assert.deepEqual([STRIPE_API_KEY_SECRET, STRIPE_SIGNING_SECRET, MemorySize], [apiKeySecret, signingSecret, 1769]);
    const granted = permissionsOf(roleOf(changed, api, hearStripe.id).resource).map(
      byName(roleOf(changed, api, hearStripe.id).stack),
    );
    const expected = [
      ...grantsFor(api, hearStripe.needs),
      ...tellingOf(logGroupOf(changed, api, hearStripe.id).resource),
    ];
    const secrets = [apiKeySecret, signingSecret].map((name) =>
      permission('secretsmanager:GetSecretValue', secret.replace(apiKeySecret, name)),
    );
    assert.deepEqual(granted.sort(), [...expected, ...secrets].sort());
    const [, method] = ofType(api, 'AWS::ApiGateway::Method').find(([id]) => /providersstripeevents/.test(id)) ?? [];
    assert.deepEqual([method?.Properties.HttpMethod, method?.Properties.AuthorizationType], ['POST', 'NONE']);
    const { logicalId } = functionOf(api, hearStripe.id);
    const [[alias, warm] = assert.fail(), ...more] = ofType(api, 'AWS::Lambda::Alias').filter(
      ([, { Properties }]) => Properties.FunctionName.Ref === logicalId,
    );
    assert.deepEqual(more, []);
    // Lambda takes no weights on an alias that is kept warm.
    assert.equal('UpdatePolicy' in warm, false);
    const { FunctionName, ProvisionedConcurrencyConfig, Name } = warm.Properties;
    assert.deepEqual([FunctionName, Name], [{ Ref: logicalId }, 'warm']);
    assert.deepEqual(ProvisionedConcurrencyConfig, { ProvisionedConcurrentExecutions: 2 });
    assert.ok(JSON.stringify(method?.Properties.Integration.Uri).includes(`{"Ref":"${alias}"}`));
    const [[, caller] = assert.fail()] = ofType(api, 'AWS::IAM::Role').filter(([id]) => id.startsWith('Caller'));
    assert.ok(JSON.stringify(caller.Properties.Policies).includes('financial-services-sandbox-hear-stripe:warm"'));
  });

  test('and no other environment has that path', async () => {
    for (const stack of [...all, ...(await synthesisedChanged()).filter(({ environment }) => environment === 'live')])
      assert.ok(!stack.text.includes('providers'), `${stack.environment}/${stack.name}`);
  });
});

const variablesOf = (stack: SynthesisedStack, id: string): Record<string, unknown> =>
  functionOf(stack, id).properties.Environment.Variables;
