import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import { type Needs, type Place, type Power, powerActions } from '../functions/contract/route.ts';
import { type TableName, tables } from '../functions/store/table.ts';
import { arn } from './arn.ts';
import { type Environment, physicalName } from './environments.ts';
import { tableKeyGrant } from './key-grants.ts';
import { type Reach, type ReachName, reaches, toldSettings } from './reaches.ts';

/** What a function may do: its declared needs, printed as IAM statements, and nothing else. */
export const grants = (stack: Stack, environment: Environment, needs: Needs): PolicyStatement[] => {
  const places = placesOf(needs);
  const powers = new Set(places.flatMap(([, granted]) => granted));
  return [
    ...places.map(([place, granted]) => placeGrant(stack, environment, place, granted)),
    ...tableKeyGrant(stack, environment, powers),
    ...reachesOf(needs).flatMap(([reach, uses]) => reach.grant(stack, environment, uses)),
  ];
};

/** The environment variables by which a function finds what it needs: tables, what else it reaches, and settings. */
export const addresses = (stack: Stack, environment: Environment, needs: Needs): Record<string, string> => {
  const named = placesOf(needs).map(([place]) => {
    const table = tableOf(place);
    return [`${table.toUpperCase()}_TABLE`, physicalName(environment.name, table)] as const;
  });
  const reached = reachesOf(needs).flatMap(([{ variables }]) =>
    Object.entries(variables).flatMap(([variable, says]) => {
      const value = says(stack, environment);
      return value === undefined ? [] : [[variable, value] as const];
    }),
  );
  const told = (needs.settings ?? []).map((setting) => {
    const { variable, value } = toldSettings[setting];
    return [variable, value(environment)] as const;
  });
  const { documentsDays: _bytes, ...retention } = environment.retention ?? {};
  const writes = placesOf(needs).some(([, powers]) => powers.includes('put'));
  const ends = writes && Object.keys(retention).length > 0 ? [['RETENTION', JSON.stringify(retention)] as const] : [];
  return Object.fromEntries([...named, ...reached, ...told, ...ends]);
};

const placesOf = (needs: Needs): [Place, readonly Power[]][] =>
  Object.entries(needs).filter(
    (entry): entry is [Place, readonly Power[]] => !Object.hasOwn(reaches, entry[0]) && entry[0] !== 'settings',
  );

/** What a function reaches besides tables, with its uses of it. */
const reachesOf = (needs: Needs): [Reach<string>, readonly string[]][] =>
  (Object.keys(reaches) as ReachName[]).flatMap((name): [Reach<string>, readonly string[]][] => {
    const uses = needs[name] ?? [];
    const reach: Reach<string> = reaches[name];
    for (const use of uses) if (!Object.hasOwn(reach.actions, use)) unknownUse(name, use);
    return uses.length > 0 ? [[reach, uses]] : [];
  });

const unknownUse = (name: ReachName, use: string): never => {
  throw new Error(`needs asks to ${use} the ${name}, which lib/reaches.ts does not know.`);
};

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
