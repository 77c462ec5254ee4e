import type { Command } from 'commander';
import { subscribesTo } from '../../functions/delivery/webhooks/model.ts';
import { type Context, contextOf } from '../context.ts';
import { UsageError } from '../failures.ts';
import { listenersOf } from '../listeners.ts';
import { printBody, say } from '../output.ts';
import { confirmWrite } from '../prompts.ts';

/** `resend`: sends a delivery once more, or an event to the webhooks and listeners that it goes to. */
export const addResend = (program: Command): void => {
  program
    .command('resend <id>')
    .description(
      'Resend a delivery (dlv_…), or an event (evt_…) to its webhooks and to running `listen` commands',
    )
    .option('--webhook <id>', 'of an event, only the delivery to this webhook')
    .action(async (id: string, { webhook }: { readonly webhook?: string }, command: Command) => {
      const context = contextOf(command);
      const { deliveries, listeners } = id.startsWith('evt_')
        ? await receiversOf(context, id, webhook)
        : { deliveries: [id], listeners: [] };
      if (deliveries.length > 0) await confirmWrite(context.profile, `resend ${id}`, context.yes);
      for (const { url, resend } of listeners) {
        resend(id);
        if (context.json) await printBody({ event_id: id, forward_to: url }, true);
        else await say(`${id} is forwarded to ${url} by fsapi listen.`);
      }
      for (const delivery of deliveries) {
        const { body } = await context.api('POST', `/deliveries/${delivery}/resend`, { body: {} });
        await printBody(body, context.json);
      }
    });
};

type Read = {
  readonly type: string;
  readonly deliveries: readonly { readonly id: string; readonly webhook_id: string }[] | null;
};

/** The deliveries of an event, and the running listeners that forward it; one webhook is meant without the listeners. */
const receiversOf = async (
  { api, profile }: Context,
  event: string,
  webhook: string | undefined,
) => {
  const { type, deliveries } = (await api('GET', `/events/${event}`)).body as Read;
  const listeners =
    webhook === undefined
      ? listenersOf(profile, ({ patterns }) => subscribesTo(patterns, type))
      : [];
  if (deliveries === null && listeners.length === 0)
    throw new UsageError('The key may not read deliveries: it needs the scope deliveries:write.');
  const found = (deliveries ?? []).filter(
    ({ webhook_id }) => webhook === undefined || webhook_id === webhook,
  );
  if (found.length === 0 && listeners.length === 0)
    throw new UsageError(
      webhook === undefined
        ? `${event} has no delivery to a webhook, and no fsapi listen of this profile forwards it.`
        : `${event} has no delivery to ${webhook}.`,
    );
  return { deliveries: found.map(({ id }) => id), listeners };
};
