import type { Transition } from '../transition.ts';
import { changed, type Registration } from '../unit-of-work.ts';
import type { Recovery } from './model.ts';
import { RecoveryResource, toRecoveryResource } from './schema.ts';
import { saveRecovery } from './table.ts';

const registration: Registration<Recovery, typeof RecoveryResource> = {
  object: 'recovery',
  schema: RecoveryResource,
  toResource: toRecoveryResource,
  save: saveRecovery,
};

/** What a transition of a recovery comes to; nobody is told of one. */
export const recovery = (transition: Transition<Recovery, never>) => changed(registration, transition);
