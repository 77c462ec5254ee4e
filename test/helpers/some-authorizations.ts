import type { Authorization, AuthorizationSubject } from '../../functions/domain/authorizations/authorization.ts';
import type { AuthorizationNotice } from '../../functions/domain/authorizations/settlement.ts';
import { windowsAt } from '../../functions/domain/cards/spending.ts';
import { aCard, now } from './some-cards.ts';

/** What an issuer asks about: a hundred minor units, a moment ago. */
export const aSubject = (over: Partial<AuthorizationSubject> = {}): AuthorizationSubject => ({
  tenant_id: aCard().tenant_id,
  card_id: aCard().id,
  issuer: 'simulator',
  issuer_reference: 'iauth_1',
  created_at: now.toISOString(),
  amount: 100,
  currency: 'USD',
  merchant: { name: 'Corner Shop', category: '5411', country: 'GB' },
  ...over,
});

/** A stored authorization, approved and pending. */
export const anAuthorization = (over: Partial<Authorization> = {}): Authorization => ({
  ...aSubject(),
  id: 'auth_01jd5fq7k9e8xv3m2n4p6r8t0w',
  customer_id: aCard().customer_id,
  counted_with: aCard().counted_with,
  captured_amount: 0,
  approved: true,
  decline_reason: null,
  status: 'pending',
  history: [{ status: 'pending', amount: 100, at: now.toISOString() }],
  amount_as_of: now.toISOString(),
  windows: windowsAt(now),
  updated_at: now.toISOString(),
  version: 1,
  ...over,
});

/** What an issuer says of it, so many seconds later. */
export const aNotice = (over: Partial<AuthorizationNotice> = {}, seconds = 1): AuthorizationNotice => ({
  approved: true,
  status: 'pending',
  amount: 100,
  captured_amount: 0,
  at: new Date(now.getTime() + seconds * 1_000).toISOString(),
  ...over,
});
