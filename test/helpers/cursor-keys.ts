import { createHmac, randomBytes } from 'node:crypto';
import { KMSClient } from '@aws-sdk/client-kms';
import { type CursorKeys, kmsCursorKeys, period_days } from '../../functions/core/aws/kms.ts';
import type { Route } from '../../functions/core/route.ts';
import { keyAlias } from '../../lib/environments.ts';
import type { Service } from './service.ts';

/** Keys of cursors without a service. */
export const aCursorKeys: CursorKeys = {
  of: async (tenant, period) =>
    createHmac('sha256', 'secret').update(`${tenant}/${period}`).digest(),
};

/** The very keys of a running service, which its operator may derive. */
export const cursorKeysOf = ({ endpoint, operator: credentials }: Service): CursorKeys =>
  kmsCursorKeys(
    () => new KMSClient({ endpoint, region: 'eu-west-1', credentials }),
    keyAlias('sandbox', 'cursors'),
  );

/** Whether a route answers pages. */
export const isPaged = (route: Route): boolean => 'cursor' in (route.query?._zod.def.shape ?? {});

/** Shaped as a cursor of today, by a caller without the key. */
export const aForgedCursor = (): string => {
  const period = Buffer.alloc(2);
  period.writeUInt16BE(Math.floor(Date.now() / (period_days * 86_400_000)));
  return Buffer.concat([period, randomBytes(16), Buffer.from('zzz')]).toString('base64url');
};
