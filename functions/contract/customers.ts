import * as z from 'zod/mini';
import { customerActions, type Customer as StoredCustomer } from '../domain/customer.ts';
import { Address, AddressInput, CountryCode } from './address.ts';
import { CalendarDate, changeable, clearable, Email, listOf, Name, Phone, Timestamp } from './fields.ts';
import { datedQuery } from './list-query.ts';
import { Metadata, MetadataPatch } from './metadata.ts';
import { idOf, resourceFields, statusFields } from './resource.ts';
import { route } from './route.ts';
import { identifier, text } from './text.ts';

const statuses = ['active', 'suspended', 'closed'] as const;
const actions = ['suspend', 'reactivate', 'close'] as const;

const CustomerId = idOf('customer');
const ExternalId = identifier(255, { description: 'Your own id of this customer, unique among those not closed.' });
const RegistrationNumber = identifier(100, { description: 'The number in the commercial register.' });
const Last4 = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(4),
    z.meta({ description: 'The last four letters or digits of the tax id; the rest is sealed.', examples: ['6789'] }),
  );

const TaxId = z.string().check(
  z.minLength(4),
  z.maxLength(32),
  z.regex(/^[\p{L}\p{N} -]*$/u),
  z.regex(/[\p{L}\p{N}][ -]*[\p{L}\p{N}][ -]*[\p{L}\p{N}][ -]*[\p{L}\p{N}]/u),
  z.meta({
    description: 'Write-only: 4 to 32 letters, digits, dashes and spaces, kept as sent. Answers show `tax_id_last4`.',
    examples: ['123-45-6789'],
  }),
);

const personFields = { first_name: Name, last_name: Name, date_of_birth: CalendarDate, nationality: CountryCode };

const RepresentativeInput = z
  .strictObject(clearable({ ...personFields, address: AddressInput }))
  .check(z.meta({ id: 'RepresentativeInput', description: 'Who acts for the business.' }));

const Representative = z
  .object({
    first_name: z.nullable(Name),
    last_name: z.nullable(Name),
    date_of_birth: z.nullable(CalendarDate),
    nationality: z.nullable(CountryCode),
    address: z.nullable(Address),
  })
  .check(z.meta({ id: 'Representative', description: 'Who acts for the business; unset fields are null.' }));

const sharedInput = { external_id: ExternalId, email: Email, phone: Phone, address: AddressInput, tax_id: TaxId };
const individualRequired = { first_name: Name, last_name: Name };
const individualOptional = { middle_name: Name, date_of_birth: CalendarDate, nationality: CountryCode };
const businessRequired = { legal_name: Name, incorporation_country: CountryCode };
const businessOptional = { registration_number: RegistrationNumber, representative: RepresentativeInput };

const IndividualCreate = z
  .strictObject({
    type: z.literal('individual'),
    ...individualRequired,
    ...clearable({ ...individualOptional, ...sharedInput, metadata: Metadata }),
  })
  .check(z.meta({ id: 'IndividualCreate' }));

const BusinessCreate = z
  .strictObject({
    type: z.literal('business'),
    ...businessRequired,
    ...clearable({ ...businessOptional, ...sharedInput, metadata: Metadata }),
  })
  .check(z.meta({ id: 'BusinessCreate' }));

const CustomerCreate = z.discriminatedUnion('type', [IndividualCreate, BusinessCreate]);

const CustomerPatch = z
  .strictObject({
    ...changeable({ ...individualRequired, ...businessRequired }),
    ...clearable({ ...individualOptional, ...businessOptional, ...sharedInput, metadata: MetadataPatch }),
  })
  .check(
    z.meta({ id: 'CustomerPatch', description: 'Only the fields to change; a field of the other type is refused.' }),
  );

const VerificationSummary = z
  .object({
    status: z.enum(['unverified', 'pending', 'verified', 'rejected']),
    level: z.nullable(z.enum(['standard', 'enhanced'])),
    verified_at: z.nullable(Timestamp),
  })
  .check(z.meta({ id: 'VerificationSummary', description: 'What the verifications of the customer add up to.' }));

const shared = {
  ...resourceFields('customer', 'customer'),
  ...statusFields(statuses, actions),
  external_id: z.nullable(ExternalId),
  email: z.nullable(Email),
  phone: z.nullable(Phone),
  address: z.nullable(Address),
  metadata: Metadata,
  verification: VerificationSummary,
  tax_id_last4: z.nullable(Last4),
};

const IndividualCustomer = z
  .object({
    ...shared,
    type: z.literal('individual'),
    first_name: Name,
    middle_name: z.nullable(Name),
    last_name: Name,
    date_of_birth: z.nullable(CalendarDate),
    nationality: z.nullable(CountryCode),
  })
  .check(z.meta({ id: 'IndividualCustomer' }));

const BusinessCustomer = z
  .object({
    ...shared,
    type: z.literal('business'),
    legal_name: Name,
    registration_number: z.nullable(RegistrationNumber),
    incorporation_country: CountryCode,
    representative: z.nullable(Representative),
  })
  .check(z.meta({ id: 'BusinessCustomer' }));

/** A customer as the world sees it: GET, the event's data and the stored replay are all this. */
export const Customer = z
  .discriminatedUnion('type', [IndividualCustomer, BusinessCustomer])
  .check(z.meta({ id: 'Customer' }));
export type Customer = z.infer<typeof Customer>;

/** The one projection from the stored customer to what the world sees. */
export const showCustomer = (customer: StoredCustomer): Customer => {
  const { tenant_id: _tenant, tax_id_sealed: _sealed, ...shown } = customer;
  return { ...shown, object: 'customer', allowed_actions: customerActions(customer.status) };
};

const params = z.object({ customer_id: CustomerId });
const ActionBody = z.strictObject({
  reason: z.optional(text(200, { description: 'Why, for your own records; shown as `status_reason`.' })),
});

export const createCustomer = route({
  id: 'customers.create',
  method: 'POST',
  path: '/customers',
  summary: 'Create a customer',
  body: CustomerCreate,
  returns: { status: 201, body: Customer },
  errors: ['external_id_taken'],
  needs: { resources: ['put'], outbox: ['put'], idempotency: ['get', 'put'], sealer: ['encrypt'] },
  reachable: ['api', 'dashboard'],
  replay: 'stored',
});

export const listCustomers = route({
  id: 'customers.list',
  method: 'GET',
  path: '/customers',
  summary: 'List customers, newest first',
  query: z.strictObject({
    ...datedQuery,
    email: z.optional(Email),
    external_id: z.optional(ExternalId),
    status: z.optional(z.enum(statuses)),
  }),
  returns: { status: 200, body: listOf(Customer, 'CustomerList') },
  errors: [],
  needs: { resources: ['get', 'batch', 'query'], 'resources/by_email': ['query'] },
  reachable: ['api', 'dashboard'],
});

export const getCustomer = route({
  id: 'customers.get',
  method: 'GET',
  path: '/customers/{customer_id}',
  summary: 'Get a customer',
  params,
  returns: { status: 200, body: Customer },
  errors: ['customer_not_found'],
  needs: { resources: ['get'] },
  reachable: ['api', 'dashboard'],
});

export const updateCustomer = route({
  id: 'customers.update',
  method: 'PATCH',
  path: '/customers/{customer_id}',
  summary: 'Change a customer',
  description:
    'A JSON merge patch. Changing a verified name, birth date or nationality makes the customer `unverified` again.',
  params,
  body: CustomerPatch,
  returns: { status: 200, body: Customer },
  errors: ['customer_not_found', 'external_id_taken', 'action_not_allowed'],
  needs: { resources: ['get', 'put', 'delete'], outbox: ['put'], sealer: ['encrypt'] },
  reachable: ['api', 'dashboard'],
});

const acting = { outbox: ['put'], idempotency: ['batch', 'get', 'put'] } as const;
const action = {
  method: 'POST',
  params,
  body: ActionBody,
  returns: { status: 200, body: Customer },
  errors: ['customer_not_found', 'action_not_allowed'],
  reachable: ['api', 'dashboard'],
  replay: 'stored',
} as const;

export const suspendCustomer = route({
  ...action,
  id: 'customers.suspend',
  path: '/customers/{customer_id}/suspend',
  summary: 'Suspend an active customer',
  needs: { ...acting, resources: ['batch', 'put'] },
});

export const reactivateCustomer = route({
  ...action,
  id: 'customers.reactivate',
  path: '/customers/{customer_id}/reactivate',
  summary: 'Reactivate a suspended customer',
  needs: { ...acting, resources: ['batch', 'put'] },
});

export const closeCustomer = route({
  ...action,
  id: 'customers.close',
  path: '/customers/{customer_id}/close',
  summary: 'Close a customer for good',
  description: 'Final. The external_id of a closed customer is free again.',
  needs: { ...acting, resources: ['batch', 'put', 'delete'] },
});
