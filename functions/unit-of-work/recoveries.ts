import { ShownRecovery, showRecovery } from '../contract/deliveries/recovery.ts';
import type { Recovery } from '../domain/deliveries/recovery.ts';
import type { Transition } from '../domain/transition.ts';
import { saveRecovery } from '../store/deliveries/recoveries.ts';
import { changed, type Registration } from './unit-of-work.ts';

const registration: Registration<Recovery, typeof ShownRecovery> = {
  object: 'recovery',
  schema: ShownRecovery,
  show: showRecovery,
  save: saveRecovery,
};

/** What a transition of a recovery comes to; nobody is told of one. */
export const recovery = (transition: Transition<Recovery, never>) => changed(registration, transition);
