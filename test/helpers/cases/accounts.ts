import type { Case } from '../route-cases.ts';

/** Accounts are only read. */
export const accountCases = {
  'accounts.list': [{ name: 'all', arrange: () => ({}), status: 200, asks: ['Query'] }],
  'accounts.get': [
    { name: 'its own', arrange: ({ account_id }) => ({ params: { account_id } }), status: 200, asks: ['GetItem'] },
    {
      name: 'unknown',
      arrange: () => ({ params: { account_id: 'acct_01h455vb4pex5vsknk084sn02q' } }),
      status: 404,
      asks: ['GetItem'],
    },
  ],
} satisfies Record<string, readonly Case[]>;
