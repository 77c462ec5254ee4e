import { randomUUID } from 'node:crypto';
import { fileFor, type Guide, send, until } from './guide.ts';
import { narratedFetch } from './narrator.ts';
import { currency, homeIn, missingFeatureFor } from './programme.ts';

/** A JSON answer of the API, as programs without a client see it. */
// biome-ignore lint/suspicious/noExplicitAny: what is read of it differs from call to call.
type Answered = any;

/** One call of the API. */
type ApiCall = { readonly method: string; readonly path: string; readonly body?: object | null };

/** Calls the API with a key: its answer, or an Error that names the call. */
const callerWith =
  ({ base_url }: { readonly base_url: string }, key: string, send: typeof fetch = fetch) =>
  async ({ method, path, body }: ApiCall): Promise<Answered> => {
    const headers = {
      'api-key': key,
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const response = await send(`${base_url}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };

/** Somebody of whom the business knows the name, who gives the rest on the onboarding page, up to a card. */
export const onboardedIndividual = async (guide: Guide): Promise<string> => {
  const { shown, asked, title } = guide;
  title('An individual by name, and a link to the onboarding page');
  const name = { first_name: 'Grace', last_name: 'Hopper', phone: '+441632960962' };
  const { body: customer } = await shown.customers.create({
    body: { type: 'individual', ...name },
  });
  const params = { customer_id: customer.id };
  const { body: link } = await shown.onboardingLinks.create({
    params,
    body: { return_url: 'https://shop.example.com/welcome' },
  });
  title('What the page asks and sends, with the token of the link for a key');
  await throughThePage(guide, new URL(link.url ?? '').hash.slice(1));
  await until('The identity is verified', async () => {
    const { body } = await asked.customers.get({ params });
    return body.verification.status === 'verified';
  });
  await shown.onboardingLinks.get({ params: { onboarding_link_id: link.id } });
  title('The feature that the identity opens, and a card');
  await followed(
    guide,
    `customers/${customer.id}/features/${await missingFeatureFor(asked, customer.id, 'virtual')}`,
  );
  await shown.cards.create({ body: { type: 'virtual', customer_id: customer.id, currency } });
  return customer.id;
};

/** The requests of the page, as somebody's browser makes them who fills in what is asked. */
const throughThePage = async (guide: Guide, token: string): Promise<void> => {
  const { base_url, print, style } = guide;
  const call = callerWith(
    guide,
    token,
    narratedFetch({ base_url, print, style, key_variable: 'token' }),
  );
  const quietly = callerWith(guide, token);
  await call({ method: 'GET', path: 'onboarding' });
  const { date_of_birth, nationality, address } = await knownBy(guide);
  await call({
    method: 'PATCH',
    path: 'onboarding/profile',
    body: { date_of_birth, nationality, address },
  });
  for (const type of ['passport', 'selfie']) {
    const { path, content_type, size_bytes } = fileFor(type);
    const body = { type, content_type, size_bytes };
    const document = await call({ method: 'POST', path: 'onboarding/documents', body });
    await send(guide, document.upload, path);
    const looked = () => quietly({ method: 'GET', path: `onboarding/documents/${document.id}` });
    await until('The document is accepted', async () => (await looked()).status === 'accepted');
  }
  await call({ method: 'POST', path: 'onboarding/submit', body: {} });
};

/** The data that a caller knows and the service does not. */
const knownBy = async (guide: Pick<Guide, 'asked'>) => ({
  date_of_birth: '1990-12-09',
  nationality: 'GB',
  owners_declared: true,
  address: await homeIn(guide),
});

/**
 * A business with somebody who represents it, somebody who controls it and an owner of a half; verified by the calls that its
 * requirements offer. `decide` does what is an operator's.
 */
export const businessOfThree = async (
  guide: Guide,
  decide?: (verificationId: string) => Promise<void>,
) => {
  const { shown, asked, title } = guide;
  title('A business and the three persons by whom it is known');
  const company = { legal_name: 'Analytical Engines Ltd', registration_number: '01234567' };
  const { country: incorporation_country } = await homeIn(guide);
  const { body: business } = await shown.customers.create({
    body: { type: 'business', ...company, incorporation_country },
  });
  const params = { customer_id: business.id };
  for (const person of [
    { roles: ['representative'], first_name: 'Augusta', last_name: 'King' },
    { roles: ['controller'], first_name: 'Charles', last_name: 'Babbage' },
    { roles: ['owner'], ownership_percent: 50, first_name: 'Mary', last_name: 'Somerville' },
  ] as const)
    await shown.persons.create({ params, body: { ...person, roles: [...person.roles] } });
  title('Its verification: the first call that is due, again and again, until nothing is');
  const { body: verification } = await shown.verifications.create({
    params,
    body: { level: 'enhanced' },
  });
  const { id: verification_id } = verification;
  await followed(guide, `verifications/${verification_id}`);
  await shown.verifications.submit({ params: { verification_id } });
  await decide?.(verification_id);
  const asks = async () =>
    (await asked.verifications.get({ params: { verification_id } })).body.status;
  await until('The verification is decided', async () => (await asks()) !== 'processing');
  await shown.customers.get({ params });
  await shown.persons.list({ params });
  return { customer_id: business.id, verification_id };
};

/** More calls than any way takes. */
const calls_max = 60;

/** Makes the first call that is due at a path until nothing is, and prints a line for each. */
const followed = async (guide: Guide, path: string): Promise<void> => {
  const call = callerWith(guide, guide.secret_key);
  const { address, ...rest } = await knownBy(guide);
  const known = { ...rest, address, ...address };
  for (let calls = 0; calls < calls_max; calls++) {
    let found: Answered;
    await until(`Something is due at ${path}, or nothing is left`, async () => {
      found = await call({ method: 'GET', path });
      const { currently_due, pending_verification } = found.requirements;
      return currently_due.length > 0 || pending_verification.length === 0;
    });
    const [first] = found.requirements.currently_due;
    if (!first) return guide.print('');
    const { method, path: to } = await make(call, first.resolve_with, known);
    guide.print(`${guide.style('green', 'done')} ${first.code.padEnd(64)} ${method} ${to}`);
  }
  throw new Error(`Following ${path} leads nowhere.`);
};

/** Makes a call as it is offered, with what the caller knows for what is null; sends bytes where the answer has a link. */
const make = async (
  call: (asked: ApiCall) => Promise<Answered>,
  offered: ApiCall & { body: Answered },
  known: Readonly<Record<string, unknown>>,
) => {
  const { type } = offered.body ?? {};
  const { path, ...announced } = fileFor(type);
  const isDocument = offered.body && 'content_type' in offered.body;
  const body = offered.body && { ...filled(offered.body, known), ...(isDocument && announced) };
  const answer = await call({ ...offered, body });
  if (isDocument) {
    await send({ print: () => undefined, style: (_, text) => text }, answer.upload, path);
    const looked = () => call({ method: 'GET', path: `documents/${answer.id}` });
    await until('The document is accepted', async () => (await looked()).status === 'accepted');
  }
  return offered;
};

const filled = (body: object, known: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [name, isObject ? filled(value, known) : (value ?? known[name])];
    }),
  );
