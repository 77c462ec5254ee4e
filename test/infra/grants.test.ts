import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Needs, powerActions, type Route } from '../../functions/contract/route.ts';
import { routes } from '../../functions/contract/routes.ts';
import { workers } from '../../functions/contract/workers.ts';
import { ofType, type SynthesisedStack, synthesise, textOf } from '../helpers/synthesised.ts';
import { functionOf, permission, permissionsOf } from '../helpers/template-functions.ts';

const stacks = (await synthesise()).filter(({ name }) => name === 'api');
const declared: readonly { id: string; needs: Needs }[] = [
  ...routes.filter((route: Route) => route.reachable.includes('api')),
  ...workers,
];

for (const stack of stacks) {
  describe(`grants in ${stack.environment}`, () => {
    for (const { id, needs } of declared) {
      test(`${id} may do what it needs and nothing else`, () => {
        const { role, logGroupId } = functionOf(stack, id);
        assert.deepEqual(permissionsOf(role).sort(), [...needed(stack, needs), ...toTell(logGroupId)].sort());
      });

      test(`${id} is told where to find what it needs and nothing else`, () => {
        const { POWERTOOLS_SERVICE_NAME, POWERTOOLS_LOG_LEVEL, WAIT_DIVISOR, ...rest } = variablesOf(stack, id);
        assert.equal(POWERTOOLS_SERVICE_NAME, id);
        assert.equal(POWERTOOLS_LOG_LEVEL, 'INFO');
        assert.equal(WAIT_DIVISOR, id === 'administer-business' ? '1' : undefined);
        assert.deepEqual(rest, { ENVIRONMENT: stack.environment, ...places(stack, needs) });
      });
    }

    test('every function has a role of its own without managed policies', () => {
      const functions = ofType(stack, 'AWS::Lambda::Function');
      assert.equal(functions.length, declared.length);
      assert.equal(new Set(functions.map(([, made]) => textOf(made.Properties.Role))).size, declared.length);
      for (const { id } of declared) assert.equal(functionOf(stack, id).role.Properties.ManagedPolicyArns, undefined);
    });

    test('nothing is granted outside the roles themselves', () => {
      for (const type of ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy', 'AWS::Lambda::Permission']) {
        assert.deepEqual(ofType(stack, type), []);
      }
    });

    test('wildcards stand only for traces and for the key that its alias names', () => {
      const allowed =
        /^(xray:Put\w+ on \*|kms:\w+ on arn:aws:kms:[\w-]+:\{AWS::AccountId}:key\/\* if .*ResourceAliases)/;
      for (const [logicalId, role] of ofType(stack, 'AWS::IAM::Role')) {
        const wild = permissionsOf(role).filter((line) => line.includes('*') && !allowed.test(line));
        assert.deepEqual(wild, [], logicalId);
      }
    });

    test('API Gateway may call the functions of the API and no other', () => {
      const [, role] = ofType(stack, 'AWS::IAM::Role').find(([id]) => id.startsWith('Caller')) ?? assert.fail();
      const called = declared.map(({ id }) => id).filter((id) => id !== 'administer-business');
      const expected = called.map((id) => {
        const { FunctionName } = functionOf(stack, id).properties;
        return permission(
          'lambda:InvokeFunction',
          `arn:aws:lambda:eu-west-1:{AWS::AccountId}:function:${FunctionName}`,
        );
      });
      assert.deepEqual(permissionsOf(role).sort(), expected.sort());
    });
  });
}

const variablesOf = (stack: SynthesisedStack, id: string): Record<string, string> =>
  functionOf(stack, id).properties.Environment.Variables;

const entries = (needs: Needs): [string, readonly (keyof typeof powerActions)[]][] =>
  Object.entries(needs).filter(([place]) => place !== 'sealer') as [string, readonly (keyof typeof powerActions)[]][];

const places = ({ environment }: SynthesisedStack, needs: Needs): Record<string, string> => {
  const tables = entries(needs).map(([place]) => place.replace(/\/.*/, ''));
  const named = tables.map((table) => [`${table.toUpperCase()}_TABLE`, `financial-services-${environment}-${table}`]);
  const sealer = needs.sealer ? { SEALER_KEY_ID: `alias/financial-services-${environment}` } : {};
  return { ...Object.fromEntries(named), ...sealer };
};

const needed = ({ environment }: SynthesisedStack, needs: Needs): string[] => {
  const table = `arn:aws:dynamodb:eu-west-1:{AWS::AccountId}:table/financial-services-${environment}-`;
  const key = 'arn:aws:kms:eu-west-1:{AWS::AccountId}:key/*';
  const alias = { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': `alias/financial-services-${environment}` } };
  const viaDynamo = { StringEquals: { 'kms:ViaService': 'dynamodb.eu-west-1.amazonaws.com' }, ...alias };
  const powers = entries(needs).flatMap(([, granted]) => granted);
  return [
    ...entries(needs).flatMap(([place, granted]) =>
      granted.map((power) => permission(powerActions[power], `${table}${place.replace('/', '/index/')}`)),
    ),
    ...keyActions(powers).map((action) => permission(action, key, viaDynamo)),
    ...(needs.sealer ?? []).map((seal) => permission(seal === 'encrypt' ? 'kms:Encrypt' : 'kms:Decrypt', key, alias)),
  ];
};

/** What DynamoDB does with a customer-managed key in its caller's name. */
const keyActions = (powers: readonly string[]): string[] => {
  if (powers.length === 0) return [];
  const toRead = ['kms:Decrypt', 'kms:DescribeKey'];
  if (!powers.some((power) => ['put', 'update', 'delete', 'check'].includes(power))) return toRead;
  const keys = ['kms:GenerateDataKey', 'kms:GenerateDataKeyWithoutPlaintext'];
  return [...toRead, ...keys, 'kms:Encrypt', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'];
};

const toTell = (logGroupId: string): string[] => [
  permission('logs:CreateLogStream', `{${logGroupId}.Arn}`),
  permission('logs:PutLogEvents', `{${logGroupId}.Arn}`),
  permission('xray:PutTraceSegments', '*'),
  permission('xray:PutTelemetryRecords', '*'),
];
