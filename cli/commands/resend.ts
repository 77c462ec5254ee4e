import type { Command } from 'commander';
import { type Context, contextOf } from '../context.ts';
import { UsageError } from '../failures.ts';
import { printBody } from '../output.ts';
import { confirmWrite } from '../prompts.ts';

/** `resend`: sends a delivery once more, or an event to the webhooks that it has deliveries to. */
export const addResend = (program: Command): void => {
  program
    .command('resend <id>')
    .description('Send a delivery (dlv_…) or the deliveries of an event (evt_…) once more')
    .option('--webhook <id>', 'of an event, only the delivery to this webhook')
    .action(async (id: string, { webhook }: { readonly webhook?: string }, command: Command) => {
      const context = contextOf(command);
      const deliveries = id.startsWith('evt_') ? await deliveriesOf(context, id, webhook) : [id];
      await confirmWrite(context.profile, `resend ${id}`, context.yes);
      for (const delivery of deliveries) {
        const { body } = await context.api('POST', `/deliveries/${delivery}/resend`, { body: {} });
        await printBody(body, context.json);
      }
    });
};

const deliveriesOf = async ({ api }: Context, event: string, webhook: string | undefined): Promise<string[]> => {
  const { deliveries } = (await api('GET', `/events/${event}`)).body as {
    readonly deliveries: readonly { readonly id: string; readonly webhook_id: string }[] | null;
  };
  if (deliveries === null)
    throw new UsageError('The key may not read deliveries: it needs the scope deliveries:write.');
  const found = deliveries.filter(({ webhook_id }) => webhook === undefined || webhook_id === webhook);
  if (found.length === 0) throw new UsageError(`${event} has no delivery to ${webhook ?? 'a webhook'}.`);
  return found.map(({ id }) => id);
};
