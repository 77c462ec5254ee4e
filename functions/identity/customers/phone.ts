import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { ApiError } from '../../core/api-error.ts';

type Reached = { readonly phone?: string | null | undefined };

/** Whether a number has a country code that is in use and a length that the country uses, and is in its E.164 form. */
export const isPossiblePhone = (phone: string): boolean => {
  const parsed = parsePhoneNumberFromString(phone, { extract: false });
  return parsed?.number === phone && parsed.isPossible();
};

const detail =
  'Must be a possible phone number in E.164 form, such as +441632960961: the country code, then the number without the 0 of national calls.';

/**
 * Throws where the phone number of a request is in no country’s numbering plan. Only functions that take one carry the table
 * of plans. A number that is stored already may be sent again.
 */
export const requirePossiblePhone = ({ phone }: Reached, stored?: Reached): void => {
  if (typeof phone !== 'string' || phone === stored?.phone || isPossiblePhone(phone)) return;
  throw new ApiError('validation_failed', {
    errors: [{ pointer: '/phone', code: 'invalid_format', detail }],
  });
};
