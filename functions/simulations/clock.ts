import { ApiError } from '../api-error.ts';
import { withAttemptNow } from '../deliveries/model.ts';
import { deliveryOf, saveDelivery } from '../deliveries/table.ts';
import { document } from '../documents/changes.ts';
import { expiredSooner } from '../documents/expiry.ts';
import { documentOf } from '../documents/table.ts';
import { durationsFrom } from '../durations.ts';
import type { Database, Item } from '../dynamodb/client.ts';
import { scheduledBetween } from '../dynamodb/scheduled-work.ts';
import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { webhook } from '../webhooks/changes.ts';
import { withProbeNow } from '../webhooks/health.ts';
import { healthOf, saveHealth } from '../webhooks/health-table.ts';
import { changeWebhook } from '../webhooks/model.ts';
import { endedGraces } from '../webhooks/secrets.ts';
import { pageOfWebhooks, webhooksMax } from '../webhooks/table.ts';
import { simulateClock } from './routes.ts';

type Kind = 'deliveries' | 'endpoints' | 'documents' | 'secrets';
type Span = { readonly tenant: string; readonly now: Date; readonly until: Date };

/** So many things of a kind happen in one call: with their events they fit one transaction of 100 items. */
const most = 20;

/** So many are looked at: some of them have nothing to wait for, such as an upload that has just been announced. */
const read_max = 100;

const durations = durationsFrom(process.env);

/** Each kind of thing that waits for its time: what is written so that its time has come. */
const kinds: Readonly<Record<Kind, (db: Database, span: Span) => Promise<UnitOfWork['changes']>>> = {
  deliveries: async (db: Database, span: Span) => {
    const items = await scheduledIn(db, span, 'deliveries', 'delivery');
    return items.flatMap((item) => {
      const moved = withAttemptNow(deliveryOf(item), span.now);
      return moved ? [saveDelivery(moved.after, moved.before)] : [];
    });
  },
  endpoints: async (db: Database, span: Span) => {
    const items = await scheduledIn(db, span, 'deliveries', 'health');
    return items.flatMap((item) => {
      const moved = withProbeNow(healthOf(item), span.now);
      const [tenant_id = '', id = ''] = String(item.pk).split('/');
      return moved ? [saveHealth({ tenant_id, id }, moved, span.now)] : [];
    });
  },
  documents: async (db: Database, span: Span) => {
    const items = await scheduledIn(db, span, 'resources', 'document');
    return items.flatMap((item) => {
      const moved = expiredSooner(documentOf(item), { ...span, durations });
      return moved ? [document(moved)] : [];
    });
  },
  secrets: async (db: Database, { tenant, now, until }: Span) => {
    const { items } = await pageOfWebhooks(db, tenant, { limit: webhooksMax });
    return items.flatMap((read) => {
      const secrets = endedGraces(read.webhook.secrets, until, now);
      return secrets ? [webhook(changeWebhook(read.webhook, { secrets }, now), read.health, now)] : [];
    });
  },
};

const scheduledIn = (
  db: Database,
  { tenant, now, until }: Span,
  table: 'deliveries' | 'resources',
  kind: string,
): Promise<Item[]> => scheduledBetween(db, { table, tenant, kind }, { from: now, until, most: read_max });

const day_ms = 24 * 60 * 60 * 1000;

const ahead_days_max = 400;

/** The time that comes, or the error where it is over or too far ahead. */
const aheadOf = (now: Date, advance_to: string): Date => {
  const until = new Date(advance_to);
  const latest = new Date(now.getTime() + ahead_days_max * day_ms);
  if (until <= now) throw invalidTime('too_small', 'Must be in the future.');
  if (until > latest)
    throw invalidTime('too_big', `Must be at most ${ahead_days_max} days ahead, ${latest.toISOString()}.`);
  return until;
};

const invalidTime = (code: 'too_small' | 'too_big', detail: string) =>
  new ApiError('validation_failed', { errors: [{ pointer: '/advance_to', code, detail }] });

export const handler = httpHandler(simulateClock, { idempotent }, async ({ caller, body, now, db, commit }) => {
  const span = { tenant: caller.tenant_id, now, until: aheadOf(now, body.advance_to) };
  const [deliveries, endpoints, documents, secrets] = await Promise.all([
    kinds.deliveries(db, span),
    kinds.endpoints(db, span),
    kinds.documents(db, span),
    kinds.secrets(db, span),
  ]);
  const found = [deliveries, endpoints, documents, secrets];
  const count = ({ length }: UnitOfWork['changes']) => Math.min(most, length);
  const advanced = {
    object: 'clock',
    advanced_to: span.until.toISOString(),
    ...{ deliveries: count(deliveries), endpoints: count(endpoints) },
    ...{ documents: count(documents), secrets: count(secrets) },
    has_more: found.some(({ length }) => length > most),
  } as const;
  return commit({ changes: found.flatMap((changes) => changes.slice(0, most)), conditions: [] }, advanced);
});
