import {
  by,
  type CardEventRecords,
  type MadeResources,
  madeByTrigger,
  on,
  type TriggerStep,
} from '../../core/event-record.ts';
import { type CustomerEventType, customerActions } from './states.ts';

export const address = {
  line1: '12 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country: 'GB',
};

const homes = [
  address,
  { line1: '350 Fifth Avenue', city: 'New York', state: 'NY', postal_code: '10118', country: 'US' },
];

/** An address where the environment offers a feature. */
const homeIn = ({ features }: MadeResources): object => {
  const offered = (features?.data ?? []) as readonly { readonly countries: readonly string[] }[];
  return (
    homes.find(({ country }) => offered.some(({ countries }) => countries.includes(country))) ??
    address
  );
};

const born = { date_of_birth: '1990-04-23', nationality: 'GB' };

/** The sandbox decides by the last name: `GET /simulations/scenarios`. */
export const individual = (last_name = 'Lovelace'): TriggerStep => ({
  call: 'POST /customers',
  body: (made) => ({
    type: 'individual',
    first_name: 'Ada',
    last_name,
    phone: '+441632960961',
    metadata: madeByTrigger,
    ...born,
    address: homeIn(made),
  }),
  as: 'customer',
});

export const company: TriggerStep = {
  call: 'POST /customers',
  body: {
    type: 'business',
    legal_name: 'Engines Ltd',
    incorporation_country: 'GB',
    address,
    metadata: madeByTrigger,
  },
  as: 'customer',
};

/** The effects of a suspension follow in a moment. */
export const suspended = (path: string, status: string): TriggerStep => ({
  call: 'POST /customers/{customer}/suspend',
  awaits: { path, status },
});

const customer = (
  status: 'active' | 'suspended' | 'closed',
  version: number,
  status_reason: string | null = null,
) => ({
  version,
  status,
  status_reason,
  allowed_actions: customerActions(status),
  verification: { status: 'unverified', level: null, verified_at: null },
  middle_name: null,
  last_name: 'Lovelace',
  latin_name: null,
  redaction: null,
});

const redactedCustomer = {
  ...customer('closed', 8),
  allowed_actions: [],
  external_id: null,
  email: null,
  phone: null,
  address: null,
  metadata: {},
  first_name: null,
  last_name: null,
  date_of_birth: null,
  nationality: null,
  tax_id_last4: null,
  redaction: { status: 'done', since: '2026-11-20T15:04:05.123Z', erased: 24 },
};

/** The events of a customer. */
export const customerEvents: CardEventRecords<CustomerEventType> = {
  'customer.created': {
    reconcilesCards: false,
    sample: { sequence: 1, data: customer('active', 1) },
    trigger: by(individual()),
  },
  'customer.updated': {
    reconcilesCards: false,
    sample: {
      sequence: 2,
      data: customer('active', 2),
      previous: { email: 'ada@example.com' },
    },
    trigger: by(individual(), {
      call: 'PATCH /customers/{customer}',
      body: { email: 'ada@example.com' },
    }),
  },
  'customer.suspended': {
    reconcilesCards: true,
    sample: { sequence: 3, data: customer('suspended', 3, 'Asked for a pause.') },
    trigger: by(individual(), on('customer', 'suspend')),
  },
  'customer.reactivated': {
    reconcilesCards: true,
    sample: { sequence: 4, data: customer('active', 4) },
    trigger: by(individual(), on('customer', 'suspend'), on('customer', 'reactivate')),
  },
  'customer.closed': {
    reconcilesCards: true,
    sample: { sequence: 5, data: customer('closed', 5, 'Updated away.') },
    trigger: by(individual(), on('customer', 'close')),
  },
  'customer.redacted': {
    reconcilesCards: false,
    sample: { sequence: 8, data: redactedCustomer },
    trigger: {
      steps: [individual(), on('customer', 'close'), on('customer', 'redact')],
      later: 'about seventeen minutes later, when no link for an upload is valid any more',
    },
  },
};
