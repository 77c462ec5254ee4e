import type { Catalogue } from './model.ts';

/** The European Economic Area, and those with which its payment schemes are shared. */
const singleEuroPaymentsArea = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IS', 'IT', 'LI', 'LT'],
  ...['LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'CH', 'GB', 'AD', 'MC', 'SM', 'VA'],
];

const everybody = {
  customer_types: ['individual', 'business'],
  countries: [...singleEuroPaymentsArea, 'US', 'CA', 'AU', 'NZ', 'SG', 'JP'].toSorted(),
  minimum_age: 18,
} as const;

/** What Stripe asks of cardholders. A later minimum is asked of everybody who wants another card. */
const cardTerms = [{ document: 'card_user_terms', version: '1' }];

/** The catalogue of an environment that names no other. */
export const standard: Catalogue = {
  currency: 'USD',
  // Each is worth about 5 000 US dollars.
  daily_caps: {
    ...{ AED: 1_800_000, AUD: 750_000, BHD: 1_900_000, BRL: 2_500_000, CAD: 700_000, CHF: 450_000 },
    ...{ CLP: 4_500_000, CNY: 3_500_000, COP: 2_000_000_000, CZK: 11_000_000, DKK: 3_500_000, EUR: 500_000 },
    ...{ GBP: 400_000, HKD: 4_000_000, HUF: 180_000_000, IDR: 8_000_000_000, ILS: 1_800_000, INR: 42_000_000 },
    ...{ ISK: 650_000, JOD: 3_500_000, JPY: 750_000, KRW: 7_000_000, KWD: 1_500_000, MXN: 9_000_000, MYR: 2_200_000 },
    ...{ NOK: 5_000_000, NZD: 850_000, OMR: 1_900_000, PEN: 1_900_000, PHP: 28_000_000, PLN: 2_000_000 },
    ...{ QAR: 1_800_000, RON: 2_300_000, SAR: 1_900_000, SEK: 5_000_000, SGD: 650_000, THB: 17_000_000 },
    ...{ TND: 15_000_000, TRY: 20_000_000, TWD: 16_000_000, UAH: 20_000_000, USD: 500_000, VND: 125_000_000 },
    ZAR: 9_000_000,
  },
  multiples: { weekly: 4, monthly: 10, yearly: 100 },
  documents: {
    government_id: ['passport', 'national_id', 'drivers_license', 'residence_permit'],
    selfie: ['selfie'],
    proof_of_address: ['proof_of_address'],
    company_registration: ['company_registration'],
  },
  proofs: {
    person: {
      standard: ['government_id', 'selfie'],
      enhanced: ['government_id', 'selfie', 'proof_of_address'],
    },
    business: ['company_registration'],
  },
  cards: {
    virtual: 'virtual_cards',
    physical: 'physical_cards',
    foreign_currency: 'foreign_currency_cards',
    raising_caps: ['higher_limits'],
  },
  features: [
    {
      ...everybody,
      id: 'virtual_cards',
      name: 'Virtual cards',
      description: 'Cards that exist only as a number, active immediately.',
      version: 1,
      level: 'standard',
      profile: [],
      agreements: cardTerms,
      caps: 1,
    },
    {
      ...everybody,
      id: 'physical_cards',
      name: 'Physical cards',
      description: 'Cards that are produced and sent by post.',
      version: 1,
      level: 'standard',
      profile: ['phone', 'address'],
      agreements: cardTerms,
      caps: 1,
    },
    {
      ...everybody,
      id: 'foreign_currency_cards',
      name: 'Foreign currency cards',
      description: 'Cards in another currency than the account’s, in addition to the feature of the card’s type.',
      version: 1,
      level: 'standard',
      profile: [],
      agreements: [],
      caps: 0,
    },
    {
      ...everybody,
      id: 'higher_limits',
      name: 'Higher limits',
      description: 'Ten times the usual spending caps.',
      version: 1,
      level: 'enhanced',
      profile: [],
      agreements: [],
      caps: 10,
    },
  ],
};
