import { encryptedPin } from '../../cli/encrypted-pin.ts';
import type { Client } from '../../client/src/contract.ts';
import { fileFor, type Guide, guideOf, send, type Tour, until } from './guide.ts';
import { businessOfThree, onboardedIndividual } from './identities.ts';
import { currency, homeIn, missingFeatureFor } from './programme.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/**
 * The whole way of one customer, from a name to money spent, and what its webhook received. Then two more identities: somebody
 * who onboards by a link, and a business with its persons.
 */
export const runTour = async (tour: Tour): Promise<void> => {
  const receiver = await startReceiver();
  try {
    const guide = guideOf(tour);
    const webhook_id = await webhook(guide, receiver);
    const { customer_id, kinds } = await customer(guide);
    const documents = [
      await document(guide, customer_id, 'passport'),
      await document(guide, customer_id, 'selfie'),
    ];
    await verification(guide, customer_id, documents);
    await features(guide, customer_id, Object.values(kinds));
    const card_id = await virtualCard(guide, customer_id);
    if (kinds.physical !== undefined) await physicalCard(guide, customer_id);
    await authorizations(guide, receiver, card_id);
    await received(guide, receiver, customer_id, webhook_id);
    await onboardedIndividual(guide);
    await businessOfThree(guide);
  } finally {
    receiver.close();
  }
};

const webhook = async ({ shown, title }: Guide, receiver: Receiver): Promise<string> => {
  title(`A webhook for all events, to ${receiver.url}, where this tour listens`);
  const { body } = await shown.webhooks.create({ body: { url: receiver.url, event_types: ['*'] } });
  receiver.expect(body.secret ?? '');
  return body.id;
};

/** The customer, and the feature that it lacks for each type of cards that the environment offers. */
const customer = async ({ shown, asked, title }: Guide) => {
  const address = await homeIn({ asked });
  title('An individual, and what is missing for a card');
  const name = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    date_of_birth: '1990-04-23',
    nationality: 'GB',
  } as const;
  const { body } = await shown.customers.create({
    body: { type: 'individual', ...name, phone: '+441632960961', address },
  });
  const virtual = await missingFeatureFor(shown, body.id, 'virtual');
  if (virtual === undefined) throw new Error('The environment offers no virtual cards.');
  const physical = await missingFeatureFor(asked, body.id, 'physical');
  return { customer_id: body.id, kinds: { virtual, ...(physical !== undefined && { physical }) } };
};

const document = async (
  guide: Guide,
  customer_id: string,
  type: 'passport' | 'selfie',
): Promise<string> => {
  const { shown, asked, title } = guide;
  title(`A ${type}, whose bytes go straight to storage, by a link that works once`);
  const { content_type, size_bytes, path } = fileFor(type);
  const { body } = await shown.documents.create({
    params: { customer_id },
    body: { type, content_type, size_bytes },
  });
  await send(guide, body.upload, path);
  const params = { document_id: body.id };
  const asks = async () => (await asked.documents.get({ params })).body.status;
  await until(
    'The document is looked at',
    async () => !['awaiting_upload', 'processing'].includes(await asks()),
  );
  await shown.documents.get({ params });
  return body.id;
};

const verification = async (
  { shown, asked, title }: Guide,
  customer_id: string,
  document_ids: string[],
) => {
  title('Identity verification: the sandbox decides by the last name');
  const { body } = await shown.verifications.create({
    params: { customer_id },
    body: { level: 'standard', document_ids },
  });
  const params = { verification_id: body.id };
  await shown.verifications.submit({ params });
  const asks = async () => (await asked.verifications.get({ params })).body.status;
  await until('The verification is decided', async () => (await asks()) !== 'processing');
  await shown.verifications.get({ params });
};

const features = async ({ shown, title }: Guide, customer_id: string, kinds: readonly string[]) => {
  title('What the customer is eligible for now');
  for (const feature of kinds)
    await shown.customerFeatures.get({ params: { customer_id, feature } });
  title('The terms of the cards, which the customer has accepted, and the features for cards');
  const accepted = { version: '1', accepted_at: new Date().toISOString(), ip: '203.0.113.7' };
  await shown.agreements.create({
    params: { customer_id },
    body: { document: 'card_user_terms', ...accepted },
  });
  for (const feature of kinds)
    await shown.customerFeatures.activate({ params: { customer_id, feature } });
};

const virtualCard = async ({ shown, title }: Guide, customer_id: string): Promise<string> => {
  title('A virtual card, which works at once');
  return (await shown.cards.create({ body: { type: 'virtual', customer_id, currency } })).body.id;
};

const physicalCard = async ({ shown, title }: Guide, customer_id: string) => {
  title('A physical card, which is sent, and activated by its last four digits');
  const { body } = await shown.cards.create({ body: { type: 'physical', customer_id, currency } });
  const params = { card_id: body.id };
  for (const status of ['submitted', 'shipped'] as const)
    await shown.simulations.shipping({ params, body: { status } });
  await shown.cards.activate({ params, body: { last4: body.last4 } });
  title('Its PIN, encrypted to the key of the issuer, then wrong three times, which blocks it');
  const { body: key } = await shown.cardPins.getKey({ params });
  // Elsewhere the device of the cardholder encrypts it.
  if (key.public_key)
    await shown.cardPins.set({ params, body: { encrypted_pin: await encryptedPin('4711', key) } });
  const purchase = {
    amount: 500,
    currency,
    category: '5411',
    country: 'GB',
    pin: 'incorrect',
  } as const;
  for (let wrong = 0; wrong < 3; wrong++)
    await shown.simulations.authorization({ params, body: purchase });
  await shown.cardPins.unblock({ params });
};

const authorizations = async (
  { shown, title }: Guide,
  { without_funds }: Receiver,
  card_id: string,
) => {
  title('A purchase: authorized, captured for less, and refunded in part');
  const params = { card_id };
  const body = { amount: 4250, currency, category: '5411', country: 'GB' } as const;
  const authorized = await shown.simulations.authorization({ params, body });
  const authorization_id = authorized.body.id;
  await shown.simulations.capture({ params, body: { authorization_id, amount: 4000 } });
  await shown.simulations.refund({ params, body: { authorization_id, amount: 1500 } });
  await shown.authorizations.get({ params: { authorization_id } });
  title('The business, whose own ledger has no funds, declines by its endpoint');
  const { body: endpoint } = await shown.authorizationEndpoints.create({
    body: { url: without_funds.url },
  });
  without_funds.expect(endpoint.secret ?? '');
  await shown.simulations.authorization({ params, body });
  await shown.authorizationEndpoints.delete({ params: { authorization_endpoint_id: endpoint.id } });
  title('No authorization of a frozen card');
  await shown.cards.freeze({ params });
  await shown.simulations.authorization({ params, body });
};

/** The events of the customer that the webhook received, in the order in which they happened. */
const received = async (
  guide: Guide,
  receiver: Receiver,
  customer_id: string,
  webhook_id: string,
) => {
  const { asked, print, style, title, shown: calls } = guide;
  title('The receiver has verified each delivery by its signature');
  const happened: string[] = [];
  for await (const { id } of asked.customers.timeline({ params: { customer_id } }))
    happened.push(id);
  await until('Every event is delivered', () => happened.every((id) => receiver.verified.has(id)));
  for (const id of happened.toReversed()) {
    const event = receiver.verified.get(id);
    if (event) print(`${style('green', 'verified')} ${event.type.padEnd(28)} ${event.id}`);
  }
  print('');
  title('The history of deliveries, and the end of the webhook');
  await until('Every delivery is recorded', async () => (await open(asked, webhook_id)) === 0);
  await calls.deliveries.list({ query: { webhook_id } });
  const history = [];
  for await (const delivery of asked.deliveries.list({ query: { webhook_id } }))
    history.push(delivery);
  await calls.webhooks.delete({ params: { webhook_id } });
  for (const { status, event_type, last_attempt, event_id } of history.toReversed()) {
    const { response_status = null, duration_ms = 0 } = last_attempt ?? {};
    const outcome = `${response_status} in ${duration_ms} ms`.padEnd(16);
    print(`${style('green', status)} ${event_type.padEnd(28)} ${outcome} ${event_id}`);
  }
};

const open = async (asked: Client, webhook_id: string): Promise<number> => {
  const { body } = await asked.deliveries.list({
    query: { webhook_id, status: 'undelivered', limit: 1 },
  });
  return body.data.length;
};
