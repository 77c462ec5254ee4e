import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import { ApiError } from '../../../domain/api-error.ts';
import { canonicalJson } from '../../../domain/canonical-json.ts';
import { issuerRefused } from '../../../domain/cards/issuer-refusal.ts';
import type { CardOrder } from '../card-issuer.ts';
import { issuerTable, type LineChange } from '../issuer-table.ts';
import { disabledReason, isDeclined } from './errors.ts';
import { atStripe } from './library.ts';
import { asAskedAnew, type CardholderLine, cardholderPlace } from './lines.ts';
import { lookedForSince, madeOnce } from './made-once.ts';
import { cardholderChanges, cardholderParameters } from './parameters.ts';

type Cardholder = Stripe.Issuing.Cardholder;

/** Stripe's cardholders: one for each customer, as the latest order tells of him. */
export const stripeCardholders = () => {
  const table = issuerTable<CardholderLine>();
  const changed = async (place: string, change: LineChange): Promise<CardholderLine> => {
    const { changed, line } = await table.update(place, change);
    // Somebody else is at it: asking again finds what he did.
    if (!changed) throw new ApiError('unavailable');
    return line;
  };
  /** The line of a customer, in which what Stripe has declined made place for what is said now. */
  const opened = async (place: string, order: CardOrder): Promise<CardholderLine> => {
    const { tenant_id, customer_id, ordered_at } = order;
    const parameters = cardholderParameters(order);
    const fresh = { tenant_id, customer_id, ordered_at, attempt: 1, standing: 'ordering', parameters } as const;
    const { line = fresh } = await table.put(place, fresh);
    if (line.standing !== 'declined') return line;
    return changed(place, asBetterSaid({ ...fresh, attempt: line.attempt + 1 }));
  };
  const make = async (place: string, line: CardholderLine): Promise<Cardholder> => {
    const { ordered_at, attempt, parameters } = line;
    if (!parameters) throw new Error('a cardholder that is not made has no parameters');
    try {
      return await madeOnce({
        ...{ place, ordered_at, attempt },
        create: (idempotencyKey) =>
          atStripe(({ issuing }) => issuing.cardholders.create(parameters, { idempotencyKey })),
        find: () => atStripe((stripe) => found(stripe, line)),
        next: async () => (await changed(place, asAskedAnew(attempt))).attempt,
      });
    } catch (error) {
      if (isDeclined(error)) await changed(place, asDeclined);
      throw error;
    }
  };
  return {
    /** Stripe's name of the cardholder that an order's customer is; refused where Stripe lets nobody pay with his cards. */
    of: async (order: CardOrder): Promise<string> => {
      const [place, told] = [cardholderPlace(order.customer_id), cardholderChanges(order)];
      const line = await opened(place, order);
      const profile = profileOf(told);
      if (line.reference !== undefined && line.profile === profile) return line.reference;
      const made = line.reference === undefined ? await make(place, line) : undefined;
      const reference = made?.id ?? line.reference ?? '';
      const asTold = made && line.parameters && profileOf(line.parameters) === profile ? made : undefined;
      const cardholder = asTold ?? (await atStripe(({ issuing }) => issuing.cardholders.update(reference, told)));
      await changed(place, asMade(reference, profile));
      const reason = disabledReason(cardholder);
      if (reason) throw issuerRefused(reason);
      return reference;
    },
  };
};

/** Tells one profile from another, in what can change. */
const profileOf = ({ type, name, ...told }: Partial<Stripe.Issuing.CardholderCreateParams>): string =>
  createHash('sha256').update(canonicalJson(told)).digest('base64url');

/** Looks among those who are called alike and were made since. */
const found = async ({ issuing }: Stripe, line: CardholderLine): Promise<Cardholder | undefined> => {
  const { email, phone_number } = line.parameters ?? {};
  const alike = email !== undefined ? { email } : phone_number !== undefined ? { phone_number } : {};
  const since = { gte: lookedForSince(line.ordered_at) };
  for await (const one of issuing.cardholders.list({ ...alike, created: since, limit: 100 }))
    if (one.metadata.customer_id === line.customer_id) return one;
  return undefined;
};

const standing = { '#standing': 'standing' };

const asDeclined: LineChange = {
  UpdateExpression: 'SET #standing = :declined',
  ConditionExpression: '#standing <> :made',
  ExpressionAttributeNames: standing,
  ExpressionAttributeValues: { ':declined': 'declined', ':made': 'made' },
};

const asBetterSaid = ({ attempt, parameters, ordered_at }: CardholderLine): LineChange => ({
  UpdateExpression: 'SET #standing = :ordering, #attempt = :attempt, #parameters = :parameters, #at = :at',
  ConditionExpression: '#standing = :declined AND #attempt = :before',
  ExpressionAttributeNames: { ...standing, '#attempt': 'attempt', '#parameters': 'parameters', '#at': 'ordered_at' },
  ExpressionAttributeValues: {
    ...{ ':ordering': 'ordering', ':declined': 'declined', ':before': attempt - 1 },
    ...{ ':attempt': attempt, ':parameters': parameters, ':at': ordered_at },
  },
});

const asMade = (reference: string, profile: string): LineChange => ({
  UpdateExpression: 'SET #standing = :made, #reference = :reference, #profile = :profile REMOVE #parameters',
  ExpressionAttributeNames: {
    ...standing,
    ...{ '#reference': 'reference', '#profile': 'profile', '#parameters': 'parameters' },
  },
  ExpressionAttributeValues: { ':made': 'made', ':reference': reference, ':profile': profile },
});
