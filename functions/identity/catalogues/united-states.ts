import type { Catalogue } from './model.ts';

/** Customers with an address in the United States. */
const americans = {
  customer_types: ['individual', 'business'],
  countries: ['US'],
  minimum_age: 18,
  version: 1,
} as const;

/** A programme of virtual cards in US dollars. A passport or a driving licence proves who somebody is. */
export const united_states: Catalogue = {
  currency: 'USD',
  daily_caps: { USD: 250_000 },
  multiples: { weekly: 3, monthly: 8, yearly: 60 },
  documents: {
    government_id: ['drivers_license', 'passport'],
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
    virtual: 'us_virtual_cards',
    physical: null,
    foreign_currency: null,
    raising_caps: ['us_business_limits', 'us_founder_limits'],
  },
  features: [
    {
      ...americans,
      id: 'us_virtual_cards',
      name: 'Virtual cards',
      description: 'Cards in US dollars that exist only as a number, active immediately.',
      level: 'standard',
      profile: ['phone'],
      agreements: [{ document: 'card_user_terms', version: '1' }],
      caps: 1,
    },
    {
      ...americans,
      id: 'us_business_limits',
      name: 'Limits for businesses',
      description: 'Four times the usual spending caps.',
      customer_types: ['business'],
      level: 'enhanced',
      profile: [],
      agreements: [],
      caps: 4,
    },
    {
      ...americans,
      id: 'us_founder_limits',
      name: 'Limits for founders',
      description: 'Twice the usual spending caps, for customers of the first year.',
      level: 'enhanced',
      profile: [],
      agreements: [],
      caps: 2,
      retired_on: '2027-03-31',
    },
  ],
};
