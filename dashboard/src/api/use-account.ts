import { useRead } from './use-read.ts';

/** The accounts of the business in this environment: one, or none yet. */
export const useAccounts = () => useRead({ key: ['account'], read: (api, signal) => api.accounts.list({ signal }) });
