import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import { type TableName, tables } from '../functions/core/dynamodb/keys.ts';
import {
  type Permissions,
  type TableAction,
  type TableOrIndex,
  tableActions,
} from '../functions/core/route.ts';
import { environmentVariables } from './environment-variables.ts';
import {
  comparesByLetters,
  type Environment,
  physicalName,
  requiresAgreements,
} from './environments.ts';
import { type ServiceGrant, type ServiceName, serviceGrants } from './grants-of-services.ts';
import { tableKeyGrant } from './key-grants.ts';
import { arn } from './service-stack.ts';

/**
 * The permissions of a function: its declared needs, printed as IAM statements, and nothing else.
 */
export const grants = (
  stack: Stack,
  environment: Environment,
  permissions: Permissions,
): PolicyStatement[] => {
  const places = placesOf(permissions);
  const grantedActions = new Set(places.flatMap(([, granted]) => granted));
  return [
    ...places.map(([place, granted]) => placeGrant(stack, environment, place, granted)),
    ...tableKeyGrant(stack, environment, grantedActions),
    ...serviceGrantsOf(permissions).flatMap(([service, uses]) =>
      service.grant(stack, environment, uses),
    ),
  ];
};

/** The environment variables by which a function finds what it needs: tables, what else it reaches, and settings. */
export const addresses = (
  stack: Stack,
  environment: Environment,
  permissions: Permissions,
): Record<string, string> => {
  const named = placesOf(permissions).map(([place]) => {
    const table = tableOf(place);
    return [`${table.toUpperCase()}_TABLE`, physicalName(environment.name, table)] as const;
  });
  const reached = serviceGrantsOf(permissions).flatMap(([{ variables }]) =>
    Object.entries(variables).flatMap(([variable, says]) => {
      const value = says(stack, environment);
      return value === undefined ? [] : [[variable, value] as const];
    }),
  );
  const settings = (permissions.settings ?? []).map((setting) => {
    const { variable, value } = environmentVariables[setting];
    return [variable, value(environment, stack)] as const;
  });
  const { documentsDays: _bytes, ...retention } = environment.retention ?? {};
  const writes = placesOf(permissions).some(
    ([place, acts]) => acts.includes('put') || (place === 'counters' && acts.includes('update')),
  );
  const ends =
    writes && Object.keys(retention).length > 0
      ? [['RETENTION', JSON.stringify(retention)] as const]
      : [];
  const terms = requiresAgreements(environment) ? [['AGREEMENTS', 'required'] as const] : [];
  const readFirst = environment.identityVerifier === 'aws';
  const latin = comparesByLetters(environment)
    ? [['LATIN_NAMES', readFirst ? 'read_first' : 'required'] as const]
    : [];
  const { catalogue, clockSpeed, dailyCaps, scheduleShards } = environment;
  const shards = scheduleShards ? [['SCHEDULE_SHARDS', String(scheduleShards)] as const] : [];
  const chosen = catalogue && catalogue !== 'standard' ? [['CATALOGUE', catalogue] as const] : [];
  const caps = dailyCaps ? [['DAILY_CAPS', JSON.stringify(dailyCaps)] as const] : [];
  const speed = clockSpeed === 1 ? [] : [['CLOCK_SPEED', String(clockSpeed)] as const];
  return Object.fromEntries([
    ...named,
    ...reached,
    ...settings,
    ...ends,
    ...terms,
    ...latin,
    ...chosen,
    ...caps,
    ...speed,
    ...shards,
  ]);
};

const placesOf = (permissions: Permissions): [TableOrIndex, readonly TableAction[]][] =>
  Object.entries(permissions).filter(
    (entry): entry is [TableOrIndex, readonly TableAction[]] =>
      !Object.hasOwn(serviceGrants, entry[0]) && entry[0] !== 'settings',
  );

/** The services that a function uses besides tables, with its uses of each. */
const serviceGrantsOf = (permissions: Permissions): [ServiceGrant<string>, readonly string[]][] =>
  (Object.keys(serviceGrants) as ServiceName[]).flatMap(
    (name): [ServiceGrant<string>, readonly string[]][] => {
      const uses = permissions[name] ?? [];
      const service: ServiceGrant<string> = serviceGrants[name];
      for (const use of uses) if (!Object.hasOwn(service.actions, use)) unknownUse(name, use);
      return uses.length > 0 ? [[service, uses]] : [];
    },
  );

const unknownUse = (name: ServiceName, use: string): never => {
  throw new Error(
    `A permission asks to ${use} the ${name}, which lib/grants-of-services.ts does not know.`,
  );
};

const tableOf = (place: TableOrIndex): TableName => {
  const table = place.split('/')[0] ?? '';
  if (!Object.hasOwn(tables, table))
    throw new Error(`needs names the table ${table}, which store/table.ts does not have.`);
  return table as TableName;
};

const placeGrant = (
  stack: Stack,
  environment: Environment,
  place: TableOrIndex,
  grantedActions: readonly TableAction[],
): PolicyStatement => {
  const [, index] = place.split('/');
  const name = physicalName(environment.name, tableOf(place));
  return new PolicyStatement({
    actions: grantedActions.map((power) => tableActions[power]),
    resources: [arn(stack, 'dynamodb', 'table', index ? `${name}/index/${index}` : name)],
  });
};
