import { GenerateMacCommand } from '@aws-sdk/client-kms';
import { ApiError } from '../api-error.ts';
import { kmsClient } from '../aws/kms.ts';
import { checkDigitOf } from '../card-number.ts';
import { issuerRefused } from '../cards/issuer-state.ts';
import { expiryFrom } from '../cards/model.ts';
import { firstState } from '../cards/transitions.ts';
import { isRefusedCard } from '../simulations/catalogue.ts';
import { type SimulatorRow, simulatedControl } from './control.ts';
import type { CardIssuer } from './issuer.ts';
import { issuerTable, type RowCondition } from './records.ts';

/** The first digits of every simulated card: Visa's range of test cards, which no merchant charges. */
export const test_bin = '400000';
export const simulated_brand = 'visa';

/** ISO/IEC 7812-1 allows 19 digits; cards of this brand have 16, the last being the check digit. */
const number_digits = 16;
const account_digits = number_digits - test_bin.length - 1;
const cvc_digits = 3;

/** What a MAC of 32 bytes comes to as a card: the same every time, and nothing that anybody without the key can guess. */
export const simulatedNumber = (mac: Uint8Array): { readonly number: string; readonly cvc: string } => {
  const bytes = Buffer.from(mac);
  const unchecked = `${test_bin}${digitsOf(bytes.subarray(0, 16), account_digits)}`;
  return { number: `${unchecked}${checkDigitOf(unchecked)}`, cvc: digitsOf(bytes.subarray(16, 32), cvc_digits) };
};

/** So many digits of far more random bits, so that none is likelier than another. */
const digitsOf = (bytes: Buffer, count: number): string =>
  (BigInt(`0x${bytes.toString('hex')}`) % 10n ** BigInt(count)).toString().padStart(count, '0');

/**
 * The simulated issuer. It keeps records of its own (`ISSUER_TABLE`) of what it issued, and
 * derives numbers from the ids of orders by a key that KMS never gives away (`ISSUER_KEY_ID`), so that none is at rest.
 */
export const cardSimulator = (): CardIssuer => {
  const records = issuerTable<SimulatorRow>();
  const numberKeys = issuerTable<NumberRow>();
  const derived = numbers();
  return {
    name: 'simulator',
    issue: async (order) => {
      if (isRefusedCard(order.cardholder_name)) throw issuerRefused('not_accepted');
      const { number, derivation } = await freeNumber(order.id, numberKeys, derived);
      const expiry = expiryFrom(new Date(order.ordered_at));
      const card = {
        issuer_reference: order.id,
        brand: simulated_brand,
        bin: test_bin,
        last4: number.slice(-4),
        ...expiry,
      };
      // The records need no personal data of the cardholder.
      const { cardholder, destination, replacement, limits, ...fields } = order;
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
    if ((await numberKeys.put(key, { order_id: id }, freeFor(id))).changed) return { number, derivation };
  }
  throw new Error('the simulator has run out of numbers');
};

/** A number that no other order has. */
const freeFor = (order_id: string): RowCondition => ({
  ConditionExpression: 'attribute_not_exists(pk) OR #order = :order',
  ExpressionAttributeNames: { '#order': 'order_id' },
  ExpressionAttributeValues: { ':order': order_id },
});

/** Of 10⁹ numbers hardly one is taken: where so many in a row are, something else is wrong. */
const derivations_max = 10;

const numbers = () => {
  const KeyId = process.env.ISSUER_KEY_ID;
  const macOf = async (text: string) => {
    const Message = Buffer.from(text);
    const { Mac } = await kmsClient().send(new GenerateMacCommand({ KeyId, Message, MacAlgorithm: 'HMAC_SHA_256' }));
    if (!Mac) throw new Error('KMS answered without a MAC');
    return Mac;
  };
  return {
    numberOf: async (id: string, derivation: number) =>
      simulatedNumber(await macOf(derivation === 0 ? `card/${id}` : `card/${id}/${derivation}`)),
    /** What a number is known by where no number is at rest: nobody without the key comes back from it. */
    uniquenessKeyOf: async (number: string) => Buffer.from(await macOf(`number/${number}`)).toString('base64url'),
  };
};
