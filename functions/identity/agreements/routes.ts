import * as z from 'zod/mini';
import { datedQuery } from '../../core/list-query.ts';
import { routesOf } from '../../core/resource-routes.ts';
import { CustomerId } from '../customers/schema.ts';
import { AgreementCreate, AgreementResource } from './schema.ts';

const ofCustomer = z.object({ customer_id: CustomerId });
const agreement = routesOf('agreement', AgreementResource);

export const createAgreement = agreement.create({
  path: '/customers/{customer_id}/agreements',
  summary: 'Record that a customer accepted a text',
  description:
    'Which version of which text, when, and from which address. Features can require it; where cards are issued by Stripe, the acceptance of `card_user_terms` is passed on with the next card.',
  params: ofCustomer,
  body: AgreementCreate,
  errors: ['customer_not_found', 'action_not_allowed'],
  permissions: { resources: ['batch', 'get', 'put', 'check'], outbox: ['put'] },
  retry: 'reads_record_first',
});

export const listAgreements = agreement.list({
  path: '/customers/{customer_id}/agreements',
  summary: 'List the agreements of a customer, newest first',
  params: ofCustomer,
  query: z.strictObject(datedQuery),
  errors: ['customer_not_found'],
  permissions: { resources: ['get', 'batch'], 'resources/by_parent': ['query'] },
});

export const getAgreement = agreement.get({
  summary: 'Get an agreement',
  permissions: { resources: ['get'] },
});
