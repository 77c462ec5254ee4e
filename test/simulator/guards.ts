import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';

/** A line without which the service would do wrong, and what it is broken to: the simulator has to notice. */
export type Guard = {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly broken: string;
};

/** Each is broken alone, in the copy that a process loads. */
export const guards: readonly Guard[] = [
  {
    name: 'of two that are notified of a delivery one gets it',
    file: 'delivery/deliveries/claim-rules.ts',
    text: ' || isLeased(delivery, claim.now))',
    broken: ')',
  },
  {
    name: 'a claim moves the schedule of a delivery behind its lease',
    file: 'delivery/deliveries/claim-rules.ts',
    text: 'scheduled_at !== null && scheduled_at > until ? scheduled_at : until',
    broken: 'scheduled_at',
  },
  {
    name: 'a delivery is written only over the version that was read',
    file: 'delivery/deliveries/table.ts',
    text: 'read ? asRead(read.version) : isNew };',
    broken: "read ? { expression: 'attribute_exists(pk)' } : isNew };",
  },
  {
    name: 'a delivery is made once',
    file: 'delivery/deliveries/table.ts',
    text: 'read ? asRead(read.version) : isNew };',
    broken:
      "read ? asRead(read.version) : { expression: 'attribute_exists(pk) OR attribute_not_exists(pk)' } };",
  },
  {
    name: 'a delivery is due from its first moment on',
    file: 'delivery/deliveries/model.ts',
    text: 'scheduled_at: webhookEnabled ? sweepAt(at, pace) : null',
    broken: 'scheduled_at: null',
  },
  {
    name: 'an event counts as dispatched once its deliveries are written',
    file: 'app/jobs/fan-out-event.ts',
    text: 'await Promise.all(made.map((delivery) => savedOne(work, saveDelivery(delivery))));',
    broken: 'Promise.all(made.map((delivery) => savedOne(work, saveDelivery(delivery))));',
  },
  {
    name: 'one probe at a time',
    file: 'delivery/webhooks/health.ts',
    text: 'isProbeDue(health, now) || (asked',
    broken: 'true || (asked',
  },
  {
    name: 'health is written only over the version that was read',
    file: 'delivery/webhooks/health-table.ts',
    text: 'health.version === 0 ? isNew : asRead(health.version)',
    broken: "{ expression: 'attribute_exists(pk) OR attribute_not_exists(pk)' }",
  },
  {
    name: 'a probe takes no step of the schedule',
    file: 'delivery/deliveries/states.ts',
    text: 'probe: false,',
    broken: 'probe: true,',
  },
  {
    name: 'what was paused comes back when its webhook is enabled',
    file: 'delivery/webhooks/enable.ts',
    text: 'reconcileNow({ ...health, ...resetHealth(health, now) }, now)',
    broken: '{ ...health, ...resetHealth(health, now) }',
  },
  {
    name: 'what was paused comes back when the breaker closes',
    file: 'delivery/deliveries/endpoint-health.ts',
    text: 'closes ? reconcileNow(before, now) : before',
    broken: 'before',
  },
  {
    name: 'what is open of a deleted webhook is canceled',
    file: 'delivery/webhooks/delete.ts',
    text: 'reconcileNow({ ...health, ...withProbesStopped(health, now) }, now)',
    broken: '{ ...health, ...withProbesStopped(health, now) }',
  },
  {
    name: 'what was paused comes back when its account is reactivated',
    file: 'app/jobs/administer-business.ts',
    text: 'moved ? [requestWebhookReconciliation(after.tenant_id, now)] : []',
    broken: '[]',
  },
  {
    name: 'a disabled webhook is not called',
    file: 'delivery/deliveries/deliver.ts',
    text: "if (!webhook || reconciliation !== 'resume')",
    broken: 'if (!webhook)',
  },
  {
    name: 'an open breaker keeps what is due',
    file: 'delivery/deliveries/claim-rules.ts',
    text: "if (!isOpen(health)) return 'send';",
    broken: "if (health.state !== 'half_open') return 'send';",
  },
  {
    name: 'a job ends with a pass that no index can have lagged behind',
    file: 'core/job.ts',
    text: ' && pass.started_at >= last)',
    broken: ')',
  },
  {
    name: 'a schedule ends with its last step',
    file: 'delivery/deliveries/model.ts',
    text: 'stepsDone >= attempts_max',
    broken: 'stepsDone > attempts_max',
  },
  {
    name: 'what was paused comes back oldest first',
    file: 'delivery/deliveries/list-table.ts',
    text: "    order: 'ascending',\n    limit: after",
    broken: '    limit: after',
  },
  {
    name: 'a sweep postpones nothing that a worker has leased',
    file: 'core/dynamodb/scheduled-work.ts',
    text: "  when: has('scheduled_at', scheduled_at),\n});\n\n/** Moves",
    broken: "  when: { expression: 'attribute_exists(pk)' },\n});\n\n/** Moves",
  },
];

/** A module loaded from here on is loaded with this guard broken. */
export const breakGuard = ({ file, text, broken }: Guard): void => {
  const { href } = new URL(`../../functions/${file}`, import.meta.url);
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (url !== href) return loaded;
      const [before, after, ...more] = String(loaded.source).split(text);
      assert.ok(after !== undefined && more.length === 0, `${file} has this once: ${text}`);
      return { ...loaded, source: `${before}${broken}${after}` };
    },
  });
};
