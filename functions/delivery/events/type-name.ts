import * as z from 'zod/mini';
import { eventTypeNames } from '../../core/event-types.ts';

/** Every event type, as a schema. */
export const EventTypeName = z
  .enum(eventTypeNames as unknown as readonly [string, ...string[]])
  .check(z.meta({ id: 'EventTypeName', description: 'A type of event.' }));
