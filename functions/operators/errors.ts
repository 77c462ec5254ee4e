import type { ApiErrorCode } from '../api-error.ts';
import type { ErrorEntry } from '../error-catalogue.ts';

/** Errors about the people who can sign in. A caller with a key never gets them. */
export const operatorErrors = {
  operator_not_found: {
    status: 404,
    title: 'No such person',
    detail: 'No person with this id, opr_ and 26 characters, can sign in for your business.',
  },
  operator_exists: {
    status: 409,
    title: 'The e-mail address is taken',
    detail: 'A person with this address can already sign in, for your business or for another. Invite another address.',
  },
  operator_limit_reached: {
    status: 409,
    title: 'Too many people',
    detail: 'At most 50 people can sign in for a business, including invited ones. Remove one first.',
  },
  invitation_limit_reached: {
    status: 429,
    title: 'Too many invitations today',
    detail: 'A business can invite 20 people a day (UTC), including people who were removed. Continue tomorrow.',
  },
  role_change_under_way: {
    status: 409,
    title: 'Another role change is not finished',
    detail:
      'Another request started to change the role of this person. Request that role again to finish it, then yours.',
  },
  last_owner: {
    status: 409,
    title: 'The last owner',
    detail:
      'Without an owner nobody could manage the people. Make another person an owner first, one who has signed in.',
  },
} as const satisfies Partial<Record<ApiErrorCode, ErrorEntry>>;
