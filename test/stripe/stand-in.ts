import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { canonicalJson } from '../../functions/core/json.ts';
import { newLedger, pageOf } from './ledger.ts';
import { type Form, part, Refused } from './objects.ts';
import { newPurchases, purchaseOf } from './purchases.ts';

// Stands for Stripe under test, as a process of its own: `npx node test/stripe/stand-in.ts` prints
// its port. The stand-in's own data is asked and changed below /stand-in.

/** The fault of the n-th request from now on whose method and path begin so; 1 is the next. */
export type StripeFault = {
  readonly on: string;
  readonly nth: number;
  /** Lost on the way; done and the answer lost; failed under its key, undone or done; too many; late, or held until released. */
  readonly effect:
    | ('lost' | 'answer_lost' | 'failed' | 'done_and_failed' | 'too_many' | 'held')
    | { readonly late_ms: number };
};

type Answer = {
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
};
type StripeCall = {
  readonly method: string;
  readonly path: string;
  readonly form: Form;
  readonly key?: string | undefined;
};
type Remembered = { readonly asked: string; answer?: Answer };

export const standInKey = 'sk_test_standin';
const api_version = '2026-10-28.endive';

const ledger = newLedger();
const purchases = newPurchases(ledger.card);
const remembered = new Map<string, Remembered>();
const faults = new Map<StripeFault, number>();
const seen: string[] = [];
let requests = 0;
let held = Promise.withResolvers<void>();

/**
 * The effect of a request, once it is understood; a request that it does not understand is refused
 * before.
 */
const act = ({ method, path, form }: StripeCall): unknown => {
  const [, resourceType, id] =
    /^\/v1\/issuing\/(cards|cardholders)(?:\/([^/]+))?$/.exec(path) ?? [];
  const [, shipped, move] =
    /^\/v1\/test_helpers\/issuing\/cards\/([^/]+)\/shipping\/([^/]+)$/.exec(path) ?? [];
  if (shipped && move && method === 'POST') return ledger.ship(shipped, move);
  const [, token] = /^\/v1\/issuing\/tokens\/([^/]+)$/.exec(path) ?? [];
  if (token) return method === 'GET' ? ledger.token(token) : ledger.changeToken(token, form);
  if (path === '/v1/ephemeral_keys' && method === 'POST') return ledger.ephemeralKey(form);
  const purchase = purchaseOf(purchases, { method, path, form });
  if (purchase !== undefined) return purchase;
  if (!resourceType) throw new Refused(404, `Unrecognized request URL (${method}: ${path}).`);
  const isCard = resourceType === 'cards';
  if (method === 'GET' && id) return isCard ? shownCard(id, form) : ledger.cardholder(id);
  if (method === 'GET')
    return isCard
      ? pageOf(ledger.all().cards, form, path)
      : pageOf(ledger.all().cardholders, form, path);
  if (!isCard) return ledger.saveCardholder(form, id);
  return id ? ledger.changeCard(id, form) : ledger.makeCard(form);
};

const shownCard = (id: string, form: Form) => {
  const asked = Object.values(part(form, 'expand'));
  const secrets = Object.entries(ledger.secrets(id) ?? {}).filter(([name]) => asked.includes(name));
  return { ...ledger.card(id), ...Object.fromEntries(secrets) };
};

const answered = (asked: StripeCall): Answer => {
  try {
    return { status: 200, body: JSON.stringify(act(asked)) };
  } catch (error) {
    if (error instanceof Refused) return refusal(error);
    throw error;
  }
};

const refusal = ({ status, type, code, message }: Refused): Answer => ({
  status,
  body: JSON.stringify({ error: { type, ...(code && { code }), message } }),
});

const failure = new Refused(
  500,
  'Sorry! There was an error while talking to one of our backends.',
  undefined,
  'api_error',
);

/** One answer for one key, whatever it was; a request that was not understood is not remembered. */
const once = (asked: StripeCall, effect: StripeFault['effect'] | undefined): Answer => {
  const known = asked.key === undefined ? undefined : remembered.get(asked.key);
  const text = canonicalJson([asked.method, asked.path, asked.form]);
  if (known && known.asked !== text)
    return refusal(
      new Refused(
        400,
        'Keys for idempotent requests can only be used with the same parameters.',
        undefined,
        'idempotency_error',
      ),
    );
  if (known && !known.answer)
    return refusal(
      new Refused(
        409,
        'There is another in-progress request using this key.',
        'idempotency_key_in_use',
      ),
    );
  if (known?.answer) return { ...known.answer, headers: { 'idempotent-replayed': 'true' } };
  const answer = effect === 'failed' ? refusal(failure) : answered(asked);
  const reported = effect === 'done_and_failed' ? refusal(failure) : answer;
  const isUnderstood = reported.status < 400 || reported.status >= 500;
  if (asked.key !== undefined && isUnderstood)
    remembered.set(asked.key, { asked: text, answer: reported });
  return reported;
};

const pinKeys = await generateKeyPair('RSA-OAEP');
const pin_key = await exportJWK(pinKeys.publicKey);

/** The form with the PIN that it holds in plain text; one that is encrypted otherwise has none. */
const withPin = async (form: Form): Promise<Form> => {
  const { encrypted_number: encrypted } = part(form, 'pin');
  if (typeof encrypted !== 'string') return form;
  const allowed = {
    keyManagementAlgorithms: ['RSA-OAEP'],
    contentEncryptionAlgorithms: ['A128CBC-HS256'],
  };
  const opened = await compactDecrypt(encrypted, pinKeys.privateKey, allowed).catch(
    () => undefined,
  );
  return { ...form, pin: { number: new TextDecoder().decode(opened?.plaintext) } };
};

const injected = ({ method, path }: StripeCall): StripeFault['effect'] | undefined => {
  const found = [...faults].filter(([{ on }]) => `${method} ${path}`.startsWith(on));
  for (const [fault, count] of found) faults.set(fault, count + 1);
  const [hit] = found.filter(([{ nth }, count]) => count + 1 === nth);
  if (hit) faults.delete(hit[0]);
  return hit?.[0].effect;
};

const served = async (
  asked: StripeCall,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { authorization, 'stripe-version': version } = request.headers;
  if (authorization !== `Bearer ${standInKey}`)
    return send(response, refusal(new Refused(401, `Invalid API Key provided: ${authorization}`)));
  if (version !== api_version)
    return send(response, refusal(new Refused(400, `Invalid API version: ${version}.`)));
  seen.push(`${asked.method} ${asked.path}`);
  const effect = injected(asked);
  if (effect === 'lost') return void request.socket.destroy();
  if (effect === 'too_many')
    return send(response, refusal(new Refused(429, 'Too many requests.', 'rate_limit')));
  const isLate = typeof effect === 'object' || effect === 'held';
  if (isLate && asked.key !== undefined)
    remembered.set(asked.key, { asked: canonicalJson([asked.method, asked.path, asked.form]) });
  if (effect === 'held') await held.promise;
  if (typeof effect === 'object') await new Promise((done) => setTimeout(done, effect.late_ms));
  if (isLate && asked.key !== undefined) remembered.delete(asked.key);
  const answer = once(asked, effect);
  if (effect === 'answer_lost') return void request.socket.destroy();
  send(response, answer);
};

const send = (response: ServerResponse, { status, body, headers }: Answer): void => {
  requests += 1;
  const own = {
    'content-type': 'application/json',
    'request-id': `req_${requests}`,
    'stripe-version': api_version,
  };
  response.writeHead(status, { ...own, ...headers }).end(body);
};

/** The requests of tests to the stand-in. */
const control = (path: string, body: string, response: ServerResponse): void => {
  const said = body === '' ? {} : JSON.parse(body);
  if (path === '/stand-in/faults') faults.set(said, 0);
  if (path === '/stand-in/forget') remembered.clear();
  if (path === '/stand-in/release') {
    held.resolve();
    held = Promise.withResolvers();
  }
  if (path === '/stand-in/provision') ledger.provision(said.card);
  if (path === '/stand-in/disable') ledger.disable(said.id, said.reason);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...ledger.all(), seen, pin_key }));
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

/** `a[b][c]=d` as `{a: {b: {c: 'd'}}}`. */
const nested = (text: string): Form => {
  const form: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((step) => step !== '');
    const last = path.pop() ?? '';
    let at = form;
    for (const step of path) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return form as Form;
};

if (import.meta.main) {
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stand-in');
    const body = await bodyOf(request);
    if (pathname.startsWith('/stand-in/')) return control(pathname, body, response);
    const method = request.method ?? '';
    const form = await withPin(nested(method === 'GET' ? search.slice(1) : body));
    const key = request.headers['idempotency-key']?.toString();
    await served(
      { method, path: pathname, form, key: method === 'POST' ? key : undefined },
      request,
      response,
    );
  });
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
  // It ends with the process that started it.
  process.stdin.resume().on('end', () => process.exit());
}
