import type { Erasure } from '../../core/erasure.ts';
import type { OptionalFields, OptionalPersonFields } from './schema.ts';

/** The erasure of each field that a customer may lack: `schema.ts` has the fields. */
export const optionalErasures: {
  readonly [Of in keyof OptionalFields]: Readonly<Record<keyof OptionalFields[Of], Erasure>>;
} = {
  any: {
    external_id: 'null',
    email: 'null',
    phone: 'null',
  },
  individual: { middle_name: 'null', date_of_birth: 'null', nationality: 'null' },
  business: {
    registration_number: 'null',
    entity_type: 'null',
    industry_code: 'null',
    website: 'null',
    ownership_exemption: 'null',
  },
};

/** The same of a person of a business. */
export const optionalPersonErasures: Readonly<Record<keyof OptionalPersonFields, Erasure>> = {
  title: 'null',
  email: 'null',
  phone: 'null',
};
