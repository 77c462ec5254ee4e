import { GenerateMacCommand } from '@aws-sdk/client-kms';
import { ApiError } from '../../core/api-error.ts';
import { kmsClient } from '../../core/aws/kms.ts';
import {
  absent,
  optional,
  reading,
  required,
  storedForm,
  storedFormBy,
} from '../../core/dynamodb/stored-form.ts';
import { isScenarioText } from '../../core/text.ts';
import type { IssuerToken } from '../card-tokens/model.ts';
import { expiryFrom, type IssuedCard, type IssuerCard, issuerRefused } from '../cards/model.ts';
import { firstState } from '../cards/transitions.ts';
import type { CardIssuer, IssueRequest, IssuerControl } from './issuer.ts';
import { issuerTable, type RowChange, type RowCondition, setting } from './records.ts';
import { refusedCard, simulated_brand, simulatedNumber, test_bin } from './simulated-card.ts';

/**
 * The simulated issuer. It keeps records (`ISSUER_TABLE`) of the cards that it issued. It derives
 * numbers from the ids of orders by a key that KMS never gives away (`ISSUER_KEY_ID`), so that none
 * is at rest.
 */
export const cardSimulator = (): CardIssuer => {
  const records = issuerTable(readSimulatorRow);
  const numberKeys = issuerTable(readNumberRow);
  const derived = numbers();
  return {
    name: 'simulator',
    amountStep: () => 1,
    issue: async (order) => {
      if (isScenarioText(order.cardholder_name, refusedCard.cardholder_name))
        throw issuerRefused('not_accepted');
      const { number, derivation } = await freeNumber(order.id, numberKeys, derived);
      const expiry = expiryFrom(validFrom(order));
      const card = {
        issuer_reference: order.id,
        brand: simulated_brand,
        bin: test_bin,
        last4: number.slice(-4),
        ...expiry,
        pin_status: 'unset' as const,
      };
      // The records need no personal data of the cardholder.
      const { cardholder, destination, replacement, user_terms, limits, ...fields } = order;
      const status = firstState(order.type);
      const row = { ...fields, ...card, derivation, status, limits, state: 'issued' as const };
      const { row: record } = await records.put(order.id, row);
      return record?.state === 'issued' ? { outcome: 'issued', card } : { outcome: 'voided' };
    },
    ...simulatedControl(),
    secrets: async (reference) => {
      const record = await records.find(reference);
      if (record?.state !== 'issued') throw new ApiError('reveal_not_available');
      const { exp_month, exp_year, derivation } = record;
      const { number, cvc } = await derived.numberOf(reference, derivation);
      return { number, exp_month, exp_year, cvc };
    },
    // It has no elements that could make a nonce.
    ephemeralKey: async () => {
      throw new ApiError('reveal_not_available', { reveal_with: 'public_key' });
    },
  };
};

/** A card that renews another is valid from its end, which a simulated clock may have reached years ahead. */
const validFrom = ({ ordered_at, replacement }: IssueRequest): Date => {
  const { good_until = ordered_at } = replacement ?? {};
  return new Date(Math.max(Date.parse(ordered_at), Date.parse(good_until) - 1));
};

type NumberRow = { readonly order_id: string };

/** The first number derived from an order that no other card has; its uniqueness key makes it the same each time. */
const freeNumber = async (
  id: string,
  numberKeys: ReturnType<typeof issuerTable<NumberRow>>,
  { numberOf, uniquenessKeyOf }: ReturnType<typeof numbers>,
) => {
  for (let derivation = 0; derivation < derivations_max; derivation++) {
    const { number } = await numberOf(id, derivation);
    const key = `number/${await uniquenessKeyOf(number)}`;
    if ((await numberKeys.put(key, { order_id: id }, freeFor(id))).changed)
      return { number, derivation };
  }
  throw new Error('the simulator has run out of numbers');
};

/** A number that no other order has. */
const freeFor = (order_id: string): RowCondition => ({
  ConditionExpression: 'attribute_not_exists(pk) OR #order = :order',
  ExpressionAttributeNames: { '#order': 'order_id' },
  ExpressionAttributeValues: { ':order': order_id },
});

/** Hardly one of 10⁹ numbers is taken: where so many in a row are, something else is wrong. */
const derivations_max = 10;

/** A MAC by the simulator's key: 32 bytes, the same each time. */
export const macOf = async (text: string): Promise<Uint8Array> => {
  const [KeyId, Message] = [process.env.ISSUER_KEY_ID, Buffer.from(text)];
  const { Mac } = await kmsClient().send(
    new GenerateMacCommand({ KeyId, Message, MacAlgorithm: 'HMAC_SHA_256' }),
  );
  if (!Mac) throw new Error('KMS answered without a MAC');
  return Mac;
};

const numbers = () => ({
  numberOf: async (id: string, derivation: number) =>
    simulatedNumber(await macOf(derivation === 0 ? `card/${id}` : `card/${id}/${derivation}`)),
  /** Identifies a number that is not at rest: without the key nothing leads back to it. */
  uniquenessKeyOf: async (number: string) =>
    Buffer.from(await macOf(`number/${number}`)).toString('base64url'),
});

/** The fields of a card of the simulator that are read again, by the id of its order. Its number is in no field. */
type SimulatorRow =
  | (Pick<IssuedCard, 'exp_month' | 'exp_year'> & {
      readonly state: 'issued';
      /** How many numbers before its own other cards had. */
      readonly derivation: number;
      readonly status: IssuerCard['status'];
      /** The version of the last update; absent before the first. */
      readonly pushed_version?: number;
    })
  // A voided order may have other attributes left.
  | { readonly state: 'voided' };

type SimulatedCard = Extract<SimulatorRow, { readonly state: 'issued' }>;

export const readSimulatorRow = reading(
  'issuer',
  'card',
  storedFormBy<SimulatorRow, 'state'>('state', {
    issued: storedForm<SimulatedCard>({
      state: required,
      status: required,
      exp_month: required,
      exp_year: required,
      // The first cards had the first number that was derived from their order.
      derivation: absent(0),
      pushed_version: optional,
    }),
    voided: storedForm<{ readonly state: 'voided' }>({ state: required }),
  }),
);

export const readNumberRow = reading(
  'issuer',
  'number',
  storedForm<NumberRow>({ order_id: required }),
);

/** The control of the simulator, which needs no key. */
export const simulatedControl = (): IssuerControl => {
  const { update } = issuerTable(readSimulatorRow);
  const tokens = issuerTable(readTokenRow);
  return {
    // Marks the row, or creates one that keeps the order from ever being issued.
    void: async (id) => {
      await update(id, asVoided);
    },
    push: async (card) => {
      const { changed, row } = await update(card.reference, asIssuerCard(card));
      if (!changed) requireAgreed(card, row);
    },
    // Simulated tokens have no record before their first change.
    pushToken: async (token) => {
      const { changed, row } = await tokens.update(tokenKey(token.reference), asIssuerToken(token));
      if (!changed && row?.status === 'deleted' && token.status !== 'deleted')
        throw issuerRefused('token_deleted');
    },
  };
};

type TokenRow = Pick<IssuerToken, 'status'> & { readonly pushed_version: number };

export const readTokenRow = reading(
  'issuer',
  'token',
  storedForm<TokenRow>({ status: required, pushed_version: absent(0) }),
);

/** The key of the record of a token. */
export const tokenKey = (reference: string): string => `token/${reference}`;

/** A token of no later version that is not deleted: what is ended stays so. */
const asIssuerToken = ({ status, version: pushed_version }: IssuerToken): RowChange =>
  setting(
    { status, pushed_version },
    {
      when: 'attribute_not_exists(#pushed_version) OR (#pushed_version <= :pushed_version AND #status <> :deleted)',
      compared: { deleted: 'deleted' },
    },
  );

const asVoided = setting({ state: 'voided' }, { removed: ['cardholder_name'] });

/** An issued card, of no later version, that is not canceled: what is ended stays so. */
const asIssuerCard = ({
  status,
  cancellation_reason,
  limits,
  version: pushed_version,
}: IssuerCard): RowChange =>
  setting(
    { status, cancellation_reason, limits, pushed_version },
    {
      when:
        '#state = :issued AND #status <> :canceled AND ' +
        '(attribute_not_exists(#pushed_version) OR #pushed_version <= :pushed_version)',
      compared: { issued: 'issued', canceled: 'canceled' },
    },
  );

/** Rejects what the record contradicts for good. An older version, or what is so already, passes. */
const requireAgreed = ({ status, version }: IssuerCard, record: SimulatorRow | undefined): void => {
  if (!record) throw issuerRefused('card_unknown');
  const isNewer = record.state === 'issued' && (record.pushed_version ?? 0) > version;
  if (isNewer || status === 'canceled') return;
  throw issuerRefused('card_canceled');
};
