import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Compiles only where the printed types and those of the contract take and give the same. */
const statements = `
import type * as Declared from '../../client/src/contract.ts';
import type * as Shipped from './shipped.js';

type Bodies<Client> = {
  [ResourceType in keyof Client]: {
    [Verb in keyof Client[ResourceType]]: Client[ResourceType][Verb] extends (...input: never[]) => PromiseLike<infer Answer> ? Answer : never;
  };
};

export const takes = (client: Declared.Client): Shipped.Client => client;
export const gives = (answers: Bodies<Shipped.Client>): Bodies<Declared.Client> => answers;
export const lacks = (requirements: Declared.Requirements): Shipped.Requirements => requirements;
export const items = (item: Declared.ApiErrorItem): Shipped.ApiErrorItem => item;
export const codes = (code: Shipped.ApiErrorCode): Declared.ApiErrorCode => code;
export const events = (event: Shipped.WebhookEvent): Declared.WebhookEvent => event;
export const types = (type: Declared.WebhookEvent['type']): Shipped.WebhookEvent['type'] => type;
`;

/**
 * The types that the document states more narrowly than the contract, which checks them against a
 * list; and a type by hand.
 */
const otherwise = [
  [
    /^(export type (?:EventTypeName|EventTypePattern|CurrencyCode|CountryCode) = ).*;$/gm,
    '$1string;',
  ],
  [/^(export type PublicKey = ).*;$/m, '$1any;'],
  [/^( *example: )WebhookEvent;$/m, '$1Record<string, unknown>;'],
] as const;

/** Holds the types that client/dist ships against those of the contract. */
export const compareTypes = (): void => {
  writeFileSync(at('.build/client/parity.ts'), statements);
  const shipped = readFileSync(at('client/dist/index.d.ts'), 'utf8');
  const named = otherwise.reduce((text, [said, meant]) => text.replace(said, meant), shipped);
  writeFileSync(at('.build/client/shipped.d.ts'), named);
  const settings = {
    extends: '../../tsconfig.json',
    include: [],
    exclude: [],
    files: ['parity.ts'],
  };
  writeFileSync(at('.build/client/tsconfig.json'), JSON.stringify(settings));
  execFileSync(
    process.execPath,
    [at('node_modules/typescript/bin/tsc'), '-p', at('.build/client'), '--checkers', '1'],
    {
      stdio: 'inherit',
    },
  );
};
