import type { ApiErrorCode } from '../api-error.ts';
import type { ErrorEntry } from '../error-catalogue.ts';

/** Errors that follow from what is asked of the people who may sign in; no caller with a key ever meets them. */
export const operatorErrors = {
  operator_not_found: {
    status: 404,
    title: 'No such person',
    detail: 'Nobody with this id, opr_ and 26 characters, may sign in for your business.',
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
    detail: 'At most 50 people may sign in for a business, with those who are invited. Remove one first.',
    retry: false,
  },
  invitation_limit_reached: {
    status: 429,
    title: 'Too many invitations today',
    detail: 'A business may invite 20 people a day, UTC; those whom it removed count, too. Go on tomorrow.',
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
    detail:
      'Nobody could let anybody in any more. Make another person an owner first; who was only invited must have signed in.',
    retry: false,
  },
} as const satisfies Partial<Record<ApiErrorCode, ErrorEntry>>;
