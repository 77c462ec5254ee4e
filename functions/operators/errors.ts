import type { ApiErrorCode } from '../api-error.ts';
import type { ErrorEntry } from '../error-catalogue.ts';

/** Errors that follow from what is asked of the people who may sign in; no caller with a key ever meets them. */
export const operatorErrors = {
  operator_not_found: {
    status: 404,
    title: 'No such person',
    detail: 'No person with this id, opr_ and 26 characters, can sign in for your business.',
    retry: false,
  },
  operator_exists: {
    status: 409,
    title: 'The e-mail address is taken',
    detail: 'A person with this address can already sign in, for your business or for another. Invite another address.',
    retry: false,
  },
  operator_limit_reached: {
    status: 409,
    title: 'Too many people',
    detail: 'At most 50 people can sign in for a business, including invited ones. Remove one first.',
    retry: false,
  },
  invitation_limit_reached: {
    status: 429,
    title: 'Too many invitations today',
    detail: 'A business can invite 20 people a day (UTC), including people who were removed. Continue tomorrow.',
    retry: false,
  },
  role_change_under_way: {
    status: 409,
    title: 'Another role change is not finished',
    detail:
      'Another request started to change the role of this person. Request that role again to finish it, then yours.',
    retry: false,
  },
  last_owner: {
    status: 409,
    title: 'The last owner',
    detail:
      'Without an owner nobody could manage the people. Make another person an owner first, one who has signed in.',
    retry: false,
  },
} as const satisfies Partial<Record<ApiErrorCode, ErrorEntry>>;
