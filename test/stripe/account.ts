import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { JWK } from 'jose';
import type { Stripe } from 'stripe';
import type { ApiError } from '../../functions/core/api-error.ts';
import type { IssueRequest } from '../../functions/issuing/issuers/issuer.ts';
import { secretsManagerService } from '../../local/secrets-manager.ts';
import {
  type DataPlane,
  sdkVariables,
  startDataPlane,
} from '../../local/test/helpers/data-plane.ts';
import { allow, lambda, resource, tableArn } from '../../local/test/helpers/data-resources.ts';
import { shared } from '../helpers/shared.ts';
import { type StripeFault, standInKey } from './stand-in.ts';

/** Where the adapter keeps its lines in these tests. */
export const recordsTable = 'test-sandbox-issuer';
/** The name of the secret that holds the key. */
export const apiKeySecret = 'test/stripe/api-key';

const resources = [
  resource('AWS::DynamoDB::Table', recordsTable, {
    TableName: recordsTable,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  }),
  // As the needs of issuing and voiding are printed, and the secret: no line is read, none deleted.
  ...lambda('issuing', [
    allow(['dynamodb:PutItem', 'dynamodb:UpdateItem'], tableArn(recordsTable)),
    allow(
      'secretsmanager:GetSecretValue',
      `arn:aws:secretsmanager:eu-west-1:000000000000:secret:${apiKeySecret}-??????`,
    ),
  ]),
];

/** The data of a stand-in, and the requests it was sent. */
type Known = {
  readonly cardholders: readonly Stripe.Issuing.Cardholder[];
  readonly cards: readonly Stripe.Issuing.Card[];
  readonly tokens: readonly Stripe.Issuing.Token[];
  /** The PINs that were set, by the ids of their cards, and the key that they are encrypted to. */
  readonly pins: Readonly<Record<string, string>>;
  readonly pin_key: JWK;
  readonly seen: readonly string[];
};

/** Stripe for tests: a process that stands for it, the tables beside it, and where this process finds both. */
export type StripeMachine = {
  readonly plane: DataPlane;
  readonly known: () => Promise<Known>;
  readonly injectFault: (fault: StripeFault) => Promise<unknown>;
  /** Makes it forget every key, as Stripe does after a day. */
  readonly forget: () => Promise<unknown>;
  /** Lets go what it holds. */
  readonly release: () => Promise<unknown>;
  /** Has a cardholder add a card to a wallet. */
  readonly provision: (card: string) => Promise<Known>;
  readonly disable: (id: string, reason: string | null) => Promise<unknown>;
  /** The secrets that the function under test reads as the key from now on. */
  readonly secrets: Map<string, { readonly current: string; readonly previous?: string }>;
  readonly stop: () => Promise<void>;
};

/** Starts it, with a stand-in unless there is somebody else at an address. */
export const startStripe = async (elsewhere?: string): Promise<StripeMachine> => {
  const somebody = elsewhere ? { address: elsewhere, stop: async () => {} } : startStandIn();
  const [plane, standIn] = await Promise.all([startDataPlane(resources), somebody]);
  const secrets = new Map([[apiKeySecret, { current: standInKey }]]);
  plane.serve(secretsManagerService((name) => secrets.get(name)));
  Object.assign(process.env, {
    ...sdkVariables(plane.endpoint, 'issuing'),
    ISSUER_TABLE: recordsTable,
    CARD_ISSUER: 'stripe',
    STRIPE_API_KEY_SECRET: apiKeySecret,
    STRIPE_API_BASE: standIn.address,
  });
  const ask = async (what: string, said?: object) => {
    const body = said ? JSON.stringify(said) : '';
    const answer = await fetch(`${standIn.address}/stand-in/${what}`, { method: 'POST', body });
    return (await answer.json()) as Known;
  };
  return {
    plane,
    known: () => ask('known'),
    injectFault: (fault) => ask('faults', fault),
    forget: () => ask('forget'),
    release: () => ask('release'),
    provision: (card) => ask('provision', { card }),
    disable: (id, reason) => ask('disable', { id, reason }),
    secrets,
    stop: async () => {
      await standIn.stop();
      await plane.stop();
    },
  };
};

/** The one with a stand-in that all test files of this process share: the adapter keeps the key that it has read. */
export const sharedStripe = (): Promise<StripeMachine> => shared('stripe', () => startStripe());

/** The objects of Stripe for a customer and an order. */
export const madeFor = async (stripe: StripeMachine, { id, customer_id }: IssueRequest) => {
  const { cardholders, cards } = await stripe.known();
  return {
    cardholders: cardholders.filter(({ metadata }) => metadata.customer_id === customer_id).length,
    cards: cards.filter(({ metadata }) => metadata.order_id === id).map(({ status }) => status),
  };
};

/** The code that a call of the adapter fails with, or `done`. */
export const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    ({ code, details }: ApiError) => details?.issuer_reason ?? code,
  );

/** Starts Stripe's stand-in alone. */
export const startStandIn = async () => {
  const child = spawn(process.execPath, ['test/stripe/stand-in.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = await once(createInterface(child.stdout), 'line');
  assert.match(port, /^\d+$/);
  const stop = async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
  return { address: `http://127.0.0.1:${port}`, stop };
};
