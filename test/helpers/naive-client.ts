import assert from 'node:assert/strict';
import { until } from '../../local/test/helpers/until.ts';
import { type Call, done, seen } from './call.ts';
import { documentFor } from './document-files.ts';
import type { Tenant } from './fixtures/tenants.ts';
import { sendTo } from './links.ts';
import type { Any } from './printed-document.ts';

type By = Pick<Tenant, 'call'>;

/**
 * The values that a caller knows and the service does not: for each field that a requirement leaves
 * null.
 */
const known: Readonly<Record<string, string>> = {
  first_name: 'Ada',
  last_name: 'King',
  date_of_birth: '1990-04-24',
  nationality: 'GB',
  phone: '+441632960961',
  line1: '2 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country: 'GB',
};

const filled = (body: Any): Any =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [name, isObject ? filled(value) : (value ?? known[name])];
    }),
  );

/** Makes one call as it is offered, with nothing but the answers to go by; uploads where an answer holds a link. */
export const makeCall = async ({ call }: By, offered: Any): Promise<void> => {
  const { method, path, body } = offered as Pick<Call, 'method' | 'path' | 'body'>;
  const file = documentFor((body as Any)?.type);
  const announced =
    body && 'content_type' in (body as object)
      ? { content_type: file.type, size_bytes: file.bytes.length }
      : {};
  const answer = await call({
    method,
    path: `/${path}`,
    ...(body ? { body: { ...filled(body), ...announced } } : {}),
  });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  const { upload, type, id } = answer.body;
  if (!upload) return;
  assert.equal((await sendTo(upload, documentFor(type).bytes)).status, 200);
  const underWay = ['awaiting_upload', 'processing'];
  // Decided, so that what is required next does not depend on which of two documents is inspected first.
  const decided = async () => !underWay.includes((await seen({ call }, `/documents/${id}`)).status);
  await until(decided, 'the service has looked at the bytes');
};

/** More calls than any way takes. */
const calls_max = 30;

/**
 * Meets what is due at a path, always the first, until nothing is or `isEnd` says so; answers the codes in the order they
 * were met.
 */
export const followed = async (
  tenant: By,
  path: string,
  isEnd: (found: Any) => boolean = () => false,
): Promise<string[]> => {
  const met: string[] = [];
  for (let calls = 0; calls < calls_max; calls++) {
    const found = await until(async () => {
      const found = await seen(tenant, path);
      const { currently_due, pending_verification } = found.requirements;
      return (
        (currently_due.length > 0 || pending_verification.length === 0 || isEnd(found)) && found
      );
    }, 'what waits on the service is done');
    const [first] = found.requirements.currently_due;
    if (!first || isEnd(found)) return met;
    met.push(first.code);
    await makeCall(tenant, first.resolve_with);
  }
  throw new Error(`following leads nowhere: ${met.join(', ')}`);
};

/** Submits what was followed to its end. */
export const submitted = (tenant: By, id: string): Promise<Any> =>
  done(tenant, `/verifications/${id}/submit`);
