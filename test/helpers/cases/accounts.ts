import { aCase, type Case } from './case.ts';

/** Accounts are only read. */
export const accountCases = {
  'accounts.list': [aCase('all', 200, ['Query'])],
  'accounts.get': [
    aCase('its own', 200, ['GetItem'], ({ account_id }) => ({ params: { account_id } })),
    aCase('unknown', 404, ['GetItem'], () => ({ params: { account_id: 'acct_01h455vb4pex5vsknk084sn02q' } })),
  ],
} satisfies Record<string, readonly Case[]>;
