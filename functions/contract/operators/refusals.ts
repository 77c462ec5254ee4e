import type { FailureCode } from '../../domain/failure.ts';
import type { Refusal } from '../refusal.ts';

/** Refusals that follow from what is asked of the people who may sign in; no caller with a key ever meets them. */
export const operatorRefusals = {
  operator_not_found: {
    status: 404,
    title: 'No such person',
    detail: 'Nobody with this id may sign in for your business.',
    retry: false,
  },
  operator_exists: {
    status: 409,
    title: 'The e-mail address is taken',
    detail: 'Whoever has it may sign in already, for your business or for another. Invite another address.',
    retry: false,
  },
  operator_limit_reached: {
    status: 409,
    title: 'Too many people',
    detail: 'At most 50 people may sign in for a business. Remove one first.',
    retry: false,
  },
  role_change_under_way: {
    status: 409,
    title: 'Another role is being given',
    detail: 'Somebody began to give this person another role. Ask for that role again to finish it, then for yours.',
    retry: false,
  },
  last_owner: {
    status: 409,
    title: 'The last owner',
    detail: 'Nobody could let anybody in any more. Make another person an owner first.',
    retry: false,
  },
} as const satisfies Partial<Record<FailureCode, Refusal>>;
