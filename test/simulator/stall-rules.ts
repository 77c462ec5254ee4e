import { attempt_deadline_ms } from '../../functions/domain/deliveries/claim.ts';
import { health_limits } from '../../functions/domain/webhooks/health-waits.ts';
import { keys } from '../../functions/store/table.ts';
import type { MemoryDynamoDb } from './memory-dynamodb.ts';
import type { Post } from './receivers.ts';
import { isHealth, isWebhook, type Rules } from './rules.ts';
import { noFaults, violated, world } from './world.ts';

/** A webhook, and when requests came to it that nobody answered, nor any after them. */
type Known = { readonly tenant_id: string; readonly id: string; silent: readonly number[] };

/** Until then a stall is noted, however many note theirs at once. */
const noted_ms = 4 * health_limits.stall_ms;

/**
 * An endpoint that leaves two requests without an answer is asked by one at a time: by then its breaker is not closed any
 * more (what follows from that is in endpoint-rules.ts). Where anything else goes wrong besides, nobody may have noted it.
 */
export const stallRules = (): Rules => {
  const webhooks = new Map<string, Known>();
  const byHost = new Map<string, Known>();
  return {
    written: (changes) => {
      for (const { id: key, after } of changes.filter(isWebhook)) {
        const [tenant_id = '', id = ''] = [key.split(' ')[1]?.split('/')[0], key.split(' ').at(-1)];
        const webhook = webhooks.get(id) ?? { tenant_id, id, silent: [] };
        webhooks.set(id, webhook);
        webhook.silent = [];
        if (typeof after?.url === 'string') byHost.set(new URL(after.url).hostname, webhook);
      }
      for (const { before, after } of changes.filter(isHealth)) {
        const webhook = webhooks.get(String(after?.id));
        const isForgotten = before?.unanswered !== undefined && after?.unanswered === undefined;
        if (webhook && after?.state !== 'half_open' && isForgotten) webhook.silent = [];
      }
    },
    arrived: ({ host, isSilent }: Post, db) => {
      const webhook = byHost.get(host);
      const { timeline } = world();
      if (webhook) webhook.silent = isSilent ? [...webhook.silent, timeline.now] : [];
      if (!webhook || !isSilent || !isUndisturbed(timeline.now)) return;
      const since = timeline.now;
      timeline.at(since + noted_ms, () => isUndisturbed(since) && standing(webhook, since, db));
    },
  };
};

const isUndisturbed = (since: number): boolean => world().faults === noFaults && world().outage_until < since;

const standing = ({ tenant_id, id, silent }: Known, since: number, db: MemoryDynamoDb): void => {
  const waiting = silent.filter((at) => at <= since && at > world().timeline.now - attempt_deadline_ms);
  const { table, pk, sk } = keys.webhookHealth(tenant_id, id);
  const { state, answers_in_ms } = db.item(table, pk, sk) ?? {};
  if (waiting.length < 2 || answers_in_ms !== undefined || state === 'open' || state === 'half_open') return;
  violated(`${waiting.length} requests to ${id} wait for an answer, and others are let through besides`);
};
