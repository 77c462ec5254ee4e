import { ApiError } from '../../core/api-error.ts';
import { durationsFrom } from '../../core/durations.ts';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import { scheduledBetween } from '../../core/dynamodb/scheduled-work.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import type { UnitOfWork } from '../../core/outbox/unit-of-work.ts';
import { withAttemptNow } from '../../delivery/deliveries/model.ts';
import { deliveryOf, saveDelivery } from '../../delivery/deliveries/table.ts';
import { webhook } from '../../delivery/webhooks/changes.ts';
import { withProbeNow } from '../../delivery/webhooks/health.ts';
import { healthOf, saveHealth } from '../../delivery/webhooks/health-table.ts';
import { changeWebhook } from '../../delivery/webhooks/model.ts';
import { endedGraces } from '../../delivery/webhooks/secrets.ts';
import { pageOfWebhooks, webhooksMax } from '../../delivery/webhooks/table.ts';
import { document } from '../../identity/documents/changes.ts';
import { expiredSooner } from '../../identity/documents/expiry.ts';
import { documentOf } from '../../identity/documents/table.ts';
import { endedSooner } from '../../identity/onboarding-links/model.ts';
import { expires_in_max_seconds } from '../../identity/onboarding-links/schema.ts';
import {
  endToken,
  onboardingLinksSince,
  saveOnboardingLink,
} from '../../identity/onboarding-links/table.ts';
import { cardAdvanced, cardOf } from '../../issuing/cards/table.ts';
import { endKeys } from '../../tenants/accounts/model.ts';
import { readAccount, saveAccount } from '../../tenants/accounts/table.ts';
import { simulateClock } from './routes.ts';

type Span = {
  readonly tenant: string;
  readonly account: string;
  readonly now: Date;
  readonly until: Date;
};

/**
 * The writes that make one thing due now; an account holds its keys, so it has one thing for all of
 * them.
 */
type Thing = { readonly changes: UnitOfWork['changes']; readonly count?: number };

/** So many things of a kind happen in one call. */
const most = 20;

/** So many are looked at: some of them have nothing to wait for, such as an upload that has just been announced. */
const read_max = 100;
const links_read_max = 1_000;

/** A transaction has at most 100 items; one is the idempotency record. */
const writes_max = 99;

const durations = durationsFrom(process.env);

/** Each kind of thing that waits for its time. */
const kinds = {
  deliveries: async (db: Database, span: Span): Promise<Thing[]> => {
    const items = await scheduledIn(db, span, 'deliveries', 'delivery');
    return items.flatMap((item) => {
      const moved = withAttemptNow(deliveryOf(item), span.now);
      return moved ? { changes: [saveDelivery(moved.after, moved.before)] } : [];
    });
  },
  endpoints: async (db: Database, span: Span): Promise<Thing[]> => {
    const items = await scheduledIn(db, span, 'deliveries', 'health');
    return items.flatMap((item) => {
      const moved = withProbeNow(healthOf(item), span.now);
      const [tenant_id = '', id = ''] = String(item.pk).split('/');
      return moved ? { changes: [saveHealth({ tenant_id, id }, moved, span.now)] } : [];
    });
  },
  documents: async (db: Database, span: Span): Promise<Thing[]> => {
    const items = await scheduledIn(db, span, 'resources', 'document');
    return items.flatMap((item) => {
      const moved = expiredSooner(documentOf(item), { ...span, durations });
      return moved ? { changes: [document(moved)] } : [];
    });
  },
  cards: async (db: Database, span: Span): Promise<Thing[]> => {
    const items = await scheduledIn(db, span, 'resources', 'card');
    return items.flatMap((item) => {
      const advanced = cardAdvanced(cardOf(item), span.until.toISOString());
      return advanced ? { changes: [advanced] } : [];
    });
  },
  secrets: async (db: Database, { tenant, now, until }: Span): Promise<Thing[]> => {
    const { items } = await pageOfWebhooks(db, tenant, { limit: webhooksMax });
    return items.flatMap((read) => {
      const secrets = endedGraces(read.webhook.secrets, until, now);
      return secrets
        ? { changes: [webhook(changeWebhook(read.webhook, { secrets }, now), read.health, now)] }
        : [];
    });
  },
  keys: async (db: Database, { tenant, account, now, until }: Span): Promise<Thing[]> => {
    const ended = endKeys(await readAccount(db, tenant, account), until, now);
    return ended
      ? [
          {
            changes: saveAccount(ended.account.after, ended.account.before, now),
            count: ended.count,
          },
        ]
      : [];
  },
  onboarding_links: async (db: Database, { tenant, now, until }: Span): Promise<Thing[]> => {
    const since = new Date(now.getTime() - expires_in_max_seconds * durations.named_second_ms);
    const links = await onboardingLinksSince(db, tenant, since, links_read_max);
    return links.flatMap((link) => {
      const ended = endedSooner(link, until, now);
      return ended ? { changes: [saveOnboardingLink(ended, link), endToken(ended)] } : [];
    });
  },
} as const;

type Kind = keyof typeof kinds;

/** As many of each kind as fit one transaction, by turns, so that none keeps another out. */
const fitting = (found: ReadonlyMap<Kind, readonly Thing[]>): Map<Kind, Thing[]> => {
  const taken = new Map<Kind, Thing[]>([...found.keys()].map((kind) => [kind, []]));
  let writes = 0;
  for (let turn = 0; turn < most; turn += 1)
    for (const [kind, things] of found) {
      const thing = things[turn];
      const size = thing ? writesOf(thing) : 0;
      if (!thing || writes + size > writes_max) continue;
      writes += size;
      taken.get(kind)?.push(thing);
    }
  return taken;
};

const writesOf = ({ changes }: Thing): number =>
  changes.reduce(
    (sum, one) => sum + (one.kind === 'changed' ? one.writes.length + one.events.length : 1),
    0,
  );

const scheduledIn = (
  db: Database,
  { tenant, now, until }: Span,
  table: 'deliveries' | 'resources',
  kind: string,
): Promise<Item[]> =>
  scheduledBetween(db, { table, tenant, kind }, { from: now, until, most: read_max });

const day_ms = 24 * 60 * 60 * 1000;

/** Longer than a card is valid. */
const ahead_days_max = 1_830;

/** The time that comes, or the error where it is over or too far ahead. */
const aheadOf = (now: Date, advance_to: string): Date => {
  const until = new Date(advance_to);
  const latest = new Date(now.getTime() + ahead_days_max * day_ms);
  if (until <= now) throw invalidTime('too_small', 'Must be in the future.');
  if (until > latest)
    throw invalidTime(
      'too_big',
      `Must be at most ${ahead_days_max} days ahead, ${latest.toISOString()}.`,
    );
  return until;
};

const invalidTime = (code: 'too_small' | 'too_big', detail: string) =>
  new ApiError('validation_failed', { errors: [{ pointer: '/advance_to', code, detail }] });

export const handler = httpHandler(
  simulateClock,
  { idempotent },
  async ({ caller, body, now, db, commit }) => {
    const { tenant_id: tenant, account_id: account } = caller;
    const span = { tenant, account, now, until: aheadOf(now, body.advance_to) };
    const names = Object.keys(kinds) as Kind[];
    const found = new Map(
      await Promise.all(names.map(async (kind) => [kind, await kinds[kind](db, span)] as const)),
    );
    const taken = fitting(found);
    const count = (kind: Kind) =>
      (taken.get(kind) ?? []).reduce((sum, one) => sum + (one.count ?? 1), 0);
    const advanced = {
      object: 'clock',
      advanced_to: span.until.toISOString(),
      deliveries: count('deliveries'),
      endpoints: count('endpoints'),
      documents: count('documents'),
      cards: count('cards'),
      secrets: count('secrets'),
      keys: count('keys'),
      onboarding_links: count('onboarding_links'),
      has_more: names.some(
        (kind) => (found.get(kind)?.length ?? 0) > (taken.get(kind)?.length ?? 0),
      ),
    } as const;
    return commit(
      { changes: [...taken.values()].flat().flatMap(({ changes }) => changes), conditions: [] },
      advanced,
    );
  },
);
