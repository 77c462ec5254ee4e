import { transactional } from '../../core/http/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { ask } from './ask.ts';
import { testAuthorizationEndpoint } from './routes.ts';
import { readEndpoint } from './table.ts';

const example = {
  amount: 1_000,
  currency: 'USD',
  merchant: { name: 'Corner Shop', category: '5411', country: 'GB', network_id: null },
};

export const handler = httpHandler(
  testAuthorizationEndpoint,
  { transactional },
  async ({ caller, params, body, db, newId, ifMatch, respond }) => {
    const { endpoint } = await readEndpoint(db, caller.tenant_id, params.authorization_endpoint_id);
    ifMatch(endpoint);
    const about = {
      authorization_id: newId('authorization'),
      card_id: newId('card'),
      customer_id: newId('customer'),
      ...example,
      amount: body.amount ?? example.amount,
      currency: body.currency ?? example.currency,
      approved_amount: 0,
      is_amount_controllable: false,
    };
    const question = { id: newId('authorization_request'), about };
    const asked = await ask(endpoint, question, { deadline_ms: endpoint.timeout_ms, test: true });
    const { request, opinion, failure: error, message: error_message, response_ms } = asked;
    if (error === 'internal') throw new Error(error_message);
    const response = opinion && { ...opinion, response_ms };
    const metadata = opinion ? { ...opinion.metadata } : {};
    return respond({
      object: 'authorization_endpoint_test',
      request,
      response,
      metadata,
      error,
      error_message,
    });
  },
);
