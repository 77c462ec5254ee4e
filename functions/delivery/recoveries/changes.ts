import type { ReadonlyDeep } from '../../core/json.ts';
import { changed, type Registration } from '../../core/outbox/unit-of-work.ts';
import type { Transition } from '../../core/transition.ts';
import { type Recovery, recoveryActions } from './model.ts';
import { RecoveryResource } from './schema.ts';
import { saveRecovery } from './table.ts';

/** The one projection from a stored recovery. */
export const toRecoveryResource = (recovery: Recovery): RecoveryResource => {
  const resource: ReadonlyDeep<RecoveryResource> = {
    ...recovery,
    object: 'recovery',
    allowed_actions: recoveryActions(recovery),
  };
  return resource as RecoveryResource;
};

const registration: Registration<Recovery, typeof RecoveryResource> = {
  object: 'recovery',
  schema: RecoveryResource,
  toResource: toRecoveryResource,
  save: saveRecovery,
};

/** A transition of a recovery; it publishes no event. */
export const recovery = (transition: Transition<Recovery, never>) =>
  changed(registration, transition);
