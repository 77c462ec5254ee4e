import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environments } from '../../lib/environments.ts';
import { assertDeployable } from '../helpers/deploying-policy.ts';
import { cell } from '../helpers/settings-of-variants.ts';
import {
  ofType,
  type SynthesisedStack,
  synthesised,
  synthesisedCell,
  textOf,
} from '../helpers/synthesised.ts';

/** Types whose names an account has once in all its regions, each with its name; of the others CloudFormation makes the names. */
const named: Readonly<
  Record<string, (properties: SynthesisedStack['resources'][string]['Properties']) => unknown>
> = {
  'AWS::IAM::Role': ({ RoleName }) => RoleName,
  'AWS::S3::Bucket': ({ BucketName }) => BucketName,
  'AWS::CloudWatch::Dashboard': ({ DashboardName }) => DashboardName,
  'AWS::CloudFront::Function': ({ Name }) => Name,
  'AWS::CloudFront::ResponseHeadersPolicy': ({ ResponseHeadersPolicyConfig: { Name } }) => Name,
  'AWS::CloudFront::OriginAccessControl': ({ OriginAccessControlConfig: { Name } }) => Name,
};
const unnamed = ['AWS::S3::BucketPolicy', 'AWS::CloudFront::Distribution'];

const namesIn = (stacks: readonly SynthesisedStack[]): string[] =>
  stacks.flatMap(({ resources }) =>
    Object.values(resources).flatMap(({ Type, Properties }) => {
      const name = named[Type]?.(Properties);
      return name === undefined ? [] : [`${Type} ${textOf(name)}`];
    }),
  );

const first = await synthesised();
const second = await synthesisedCell();

test('two cells of both environments have no name twice that an account has once', () => {
  const names = [...namesIn(first), ...namesIn(second)];
  assert.ok(names.length > 400, `${names.length} names`);
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) < at),
    [],
  );
});

test('every type of resource that belongs to no region is known here', () => {
  const global = second.flatMap(({ resources }) =>
    Object.values(resources).flatMap(({ Type }) =>
      /^AWS::(IAM|S3|CloudFront|Route53|CloudWatch::Dashboard)(::|$)/.test(Type) ? [Type] : [],
    ),
  );
  assert.deepEqual(
    [...new Set(global)].filter((type) => !(type in named) && !unnamed.includes(type)),
    [],
  );
});

test('a name with a cell is as short as IAM and S3 want it, and functions know their roles by it', () => {
  for (const [type, length_max] of [
    ['AWS::IAM::Role', 64],
    ['AWS::S3::Bucket', 63],
  ] as const)
    for (const name of namesIn(second).filter((one) => one.startsWith(type))) {
      const text = name.slice(type.length + 1).replace('{AWS::AccountId}', '123456789012');
      assert.ok(text.length <= length_max, `${name} has ${text.length} characters`);
    }
  const roles = second.flatMap((stack) =>
    ofType(stack, 'AWS::IAM::Role').map(([, { Properties }]) => Properties.RoleName),
  );
  for (const stack of second)
    for (const [id, { Properties }] of ofType(stack, 'AWS::Lambda::Function')) {
      const role = textOf(Properties.Role);
      assert.ok(
        roles.some((name) => role.endsWith(`/${name}`)) || /^\{\w+\.Arn\}$/.test(role),
        `${id} has the role ${role}`,
      );
    }
});

test('the policies of a deployment cover a cell', () =>
  assertDeployable({ ...environments.live, cell: cell.cell, region: cell.region }, second));
