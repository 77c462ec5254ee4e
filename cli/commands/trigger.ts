import type { Command } from 'commander';
import { eventRecords } from '../../functions/app/event-records.ts';
import type { TriggerSteps } from '../../functions/core/event-record.ts';
import { eventTypeNames } from '../../functions/core/event-types.ts';
import { contextOf } from '../context.ts';
import { UsageError } from '../failures.ts';
import { note, printBody, say } from '../output.ts';
import { produce } from '../produce.ts';

/** `trigger`: makes the sandbox emit an event of a type, with all that it needs. */
export const addTrigger = (program: Command): void => {
  program
    .command('trigger <event-type>')
    .description('Trigger an event in the sandbox, such as card.authorization_approved')
    .action(async (type: string, _options: object, command: Command) => {
      const { api, profile, json } = contextOf(command);
      if (profile.environment !== 'sandbox')
        throw new UsageError('Events are triggered in the sandbox only.');
      const trigger = triggerOf(type);
      const event = await produce(api, type, trigger);
      if (!event) note(`The calls are made; ${type} follows ${trigger.later}.`);
      else if (json) await printBody(event, true);
      else await say(`${event.type}  ${event.id}  ${event.resource.id}`);
    });
};

const triggerOf = (type: string): TriggerSteps => {
  const known = eventTypeNames.find((name) => name === type);
  if (!known)
    throw new UsageError(`No event is called ${type}. They are: ${eventTypeNames.join(', ')}`);
  const { trigger } = eventRecords[known];
  if ('why' in trigger) throw new UsageError(`${type} cannot be triggered. ${trigger.why}`);
  return trigger;
};
