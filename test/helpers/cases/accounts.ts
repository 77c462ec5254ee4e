import type { Case } from '../route-cases.ts';

/** Accounts are only read. */
export const accountCases = {
  'accounts.list': [{ name: 'all', arrange: () => ({}), status: 200, asks: ['Query'], units: 0.5 }],
  'accounts.get': [
    {
      name: 'its own',
      arrange: ({ account_id }) => ({ params: { account_id } }),
      status: 200,
      asks: ['GetItem'],
      units: 1,
    },
    {
      name: 'unknown',
      arrange: () => ({ params: { account_id: 'acct_01h455vb4pex5vsknk084sn02q' } }),
      status: 404,
      asks: ['GetItem'],
      units: 1,
    },
  ],
} satisfies Record<string, readonly Case[]>;
