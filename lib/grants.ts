import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { ArnFormat, type Stack, Token } from 'aws-cdk-lib/core';
import { type Needs, type Place, type Power, powerActions } from '../functions/contract/route.ts';
import { type TableName, tables } from '../functions/store/table.ts';
import { type Environment, keyAlias, physicalName } from './environments.ts';

/** What a function may do: its declared needs, printed as IAM statements, and nothing else. */
export const grants = (stack: Stack, environment: Environment, needs: Needs): PolicyStatement[] => {
  const places = placesOf(needs);
  const powers = new Set(places.flatMap(([, granted]) => granted));
  return [
    ...places.map(([place, granted]) => placeGrant(stack, environment, place, granted)),
    ...tableKeyGrant(stack, environment, powers),
    ...sealerGrant(stack, environment, needs.sealer ?? []),
  ];
};

/** The environment variables by which a function finds what it needs: table names and the sealing key. */
export const addresses = (environment: Environment, needs: Needs): Record<string, string> => ({
  ...Object.fromEntries(
    placesOf(needs).map(([place]) => {
      const table = tableOf(place);
      return [`${table.toUpperCase()}_TABLE`, physicalName(environment.name, table)];
    }),
  ),
  ...(needs.sealer ? { SEALER_KEY_ID: keyAlias(environment.name) } : {}),
});

/** The arn of anything in the stack's own account and region. */
export const arn = (stack: Stack, service: string, resource: string, resourceName: string): string =>
  stack.formatArn({ service, resource, resourceName, arnFormat: resource === 'function' ? colons : slashes });

const colons = ArnFormat.COLON_RESOURCE_NAME;
const slashes = ArnFormat.SLASH_RESOURCE_NAME;

/** What cdk-nag finds in the key statements, and why it stands: see `keyStatement`. */
export const anyKeyFinding = ({ partition, region, account }: Stack): string => {
  const owner = Token.isUnresolved(account) ? '<AWS::AccountId>' : account;
  return `AwsSolutions-IAM5[Resource::arn:${partition}:kms:${region}:${owner}:key/*]`;
};

const placesOf = (needs: Needs): [Place, readonly Power[]][] =>
  Object.entries(needs).filter((entry): entry is [Place, readonly Power[]] => entry[0] !== 'sealer');

const tableOf = (place: Place): TableName => {
  const table = place.split('/')[0] ?? '';
  if (!Object.hasOwn(tables, table))
    throw new Error(`needs names the table ${table}, which store/table.ts does not have.`);
  return table as TableName;
};

const placeGrant = (
  stack: Stack,
  environment: Environment,
  place: Place,
  powers: readonly Power[],
): PolicyStatement => {
  const [, index] = place.split('/');
  const name = physicalName(environment.name, tableOf(place));
  return new PolicyStatement({
    actions: powers.map((power) => powerActions[power]),
    resources: [arn(stack, 'dynamodb', 'table', index ? `${name}/index/${index}` : name)],
  });
};

const readers: readonly Power[] = ['get', 'batch', 'query'];
const reading = ['kms:Decrypt', 'kms:DescribeKey'];
const writing = [
  'kms:Encrypt',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
];

/** DynamoDB uses the tables' key in the caller's name, so the caller must be allowed to, by way of DynamoDB alone. */
const tableKeyGrant = (stack: Stack, environment: Environment, powers: ReadonlySet<Power>): PolicyStatement[] => {
  if (powers.size === 0) return [];
  const writes = [...powers].some((power) => !readers.includes(power));
  const actions = writes ? [...reading, ...writing] : reading;
  const viaDynamo = { StringEquals: { 'kms:ViaService': `dynamodb.${environment.region}.amazonaws.com` } };
  return [keyStatement(stack, environment, actions, viaDynamo)];
};

const sealerGrant = (stack: Stack, environment: Environment, seals: readonly ('encrypt' | 'decrypt')[]) => {
  const actions = seals.map((seal) => (seal === 'encrypt' ? 'kms:Encrypt' : 'kms:Decrypt'));
  return actions.length > 0 ? [keyStatement(stack, environment, actions, {})] : [];
};

/** The key's id is born in another stack, so the statement names it by the alias it must carry. */
const keyStatement = (stack: Stack, environment: Environment, actions: string[], conditions: object): PolicyStatement =>
  new PolicyStatement({
    effect: Effect.ALLOW,
    actions,
    resources: [arn(stack, 'kms', 'key', '*')],
    conditions: { ...conditions, 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': keyAlias(environment.name) } },
  });
