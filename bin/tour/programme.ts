import { ApiError } from '../../client/src/api-error.ts';
import type { Client } from '../../client/src/contract.ts';
import type { Guide } from './guide.ts';

/** The currency of the account and its cards. */
export const currency = 'USD';

const homes = [
  { line1: '12 St James’s Square', city: 'London', postal_code: 'SW1Y 4JH', country: 'GB' },
  { line1: '350 Fifth Avenue', city: 'New York', state: 'NY', postal_code: '10118', country: 'US' },
] as const;

/** An address in the first of the tour’s countries where the environment offers a feature. */
export const homeIn = async ({ asked }: Pick<Guide, 'asked'>): Promise<(typeof homes)[number]> => {
  const { data } = (await asked.features.list()).body;
  const home = homes.find(({ country }) =>
    data.some(({ countries }) => countries.includes(country)),
  );
  if (!home)
    throw new Error(
      `The environment offers nothing in ${homes.map(({ country }) => country).join(', ')}.`,
    );
  return home;
};

/** The feature that a customer lacks for a card, as its refusal says; undefined where no such cards are offered. */
export const missingFeatureFor = async (
  client: Client,
  customer_id: string,
  type: 'virtual' | 'physical',
): Promise<string | undefined> => {
  try {
    await client.cards.create({ body: { type, customer_id, currency } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'feature_not_active') return error.feature;
    if (error instanceof ApiError && isAboutType(error)) return undefined;
    throw error;
  }
  throw new Error(`${customer_id} lacks nothing for a ${type} card.`);
};

/** The catalogue offers no cards of the type. */
const isAboutType = ({ errors: [first] }: ApiError): boolean =>
  first !== undefined && 'pointer' in first && first.pointer === '/type';
