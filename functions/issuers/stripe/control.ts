import { ApiError } from '../../api-error.ts';
import { issuerRefused } from '../../cards/issuer-state.ts';
import type { IssuerCard } from '../../cards/model.ts';
import type { IssuerControl } from '../issuer.ts';
import { onlyNew, type RowChange } from '../records.ts';
import { atStripe, errorOf, isDeclined, isUnknown, translated } from './client.ts';
import { cancelCard, type RequestedRow, stripeOrders } from './orders.ts';
import { updateParameters } from './parameters.ts';
import type { OrderRow } from './records.ts';

/** So many newer versions are sent in one call; after that the caller has to retry. */
const newer_versions_max = 5;

/** The control of Stripe's orders and cards. */
export const stripeControl = (): IssuerControl => {
  const orders = stripeOrders();
  const { table } = orders;
  const finish = async (id: string, row: RequestedRow): Promise<void> => {
    const reference = await orders.cardOf(id, row);
    if (reference !== undefined) await cancelCard(reference);
    await table.update(id, asVoided);
  };
  return {
    void: (id) =>
      translated(async () => {
        if ((await table.update(id, neverOrdered)).changed) return;
        // From here on nobody records a card of this order: the card that may exist is canceled here.
        const { changed, row } = await table.update(id, asVoiding);
        if (changed && isRequested(row)) await finish(id, row);
      }),
    push: (card) =>
      translated(async () => {
        let newest = card;
        for (let pushes = 0; pushes < newer_versions_max; pushes++) {
          const { changed, row } = await table.update(card.id, withLatest(newest));
          if (!changed) return requireAgreed(newest, row);
          await sendUpdate(newest);
          const { row: after } = await table.update(card.id, asIssuerCard(newest));
          const latest = after && isRequested(after) ? after.latest : undefined;
          // A newer one may have been at Stripe before this one was: it is sent once more, so that it is the last.
          if (!latest || latest.version <= newest.version) return;
          newest = latest;
        }
        throw new ApiError('unavailable');
      }),
  };
};

const isRequested = (row: OrderRow): row is RequestedRow => 'attempt' in row;

/** Updates a card at Stripe, or throws the reason why Stripe declines it. */
const sendUpdate = async (card: IssuerCard): Promise<void> => {
  try {
    await atStripe(({ issuing }) => issuing.cards.update(card.reference, updateParameters(card)));
  } catch (error) {
    if (isUnknown(error)) throw issuerRefused('card_unknown');
    if (!isDeclined(error)) throw error;
    const { status, cardholder } = await atStripe(({ issuing }) => issuing.cards.retrieve(card.reference));
    if (status !== 'canceled') throw errorOf(cardholder);
    if (card.status !== 'canceled') throw issuerRefused('card_canceled');
  }
};

/** Rejects what the row contradicts for good. An older version, or what is so already, passes. */
const requireAgreed = ({ status, version }: IssuerCard, row: OrderRow | undefined): void => {
  if (!row || row.state === 'ordering') throw issuerRefused('card_unknown');
  if (row.state === 'issued' && isRequested(row) && (row.latest?.version ?? 0) > version) return;
  if (status !== 'canceled') throw issuerRefused('card_canceled');
};

const state = { '#state': 'state' };

const neverOrdered: RowChange = {
  UpdateExpression: 'SET #state = :voided',
  ...onlyNew,
  ExpressionAttributeNames: state,
  ExpressionAttributeValues: { ':voided': 'voided' },
};

const asVoiding: RowChange = {
  UpdateExpression: 'SET #state = :voiding',
  ConditionExpression: '#state <> :voided',
  ExpressionAttributeNames: state,
  ExpressionAttributeValues: { ':voiding': 'voiding', ':voided': 'voided' },
};

const asVoided: RowChange = {
  UpdateExpression: 'SET #state = :voided REMOVE #parameters',
  ExpressionAttributeNames: { ...state, '#parameters': 'parameters' },
  ExpressionAttributeValues: { ':voided': 'voided' },
};

const withLatest = (card: IssuerCard): RowChange => ({
  UpdateExpression: 'SET #latest = :card',
  ConditionExpression: '#state = :issued AND (attribute_not_exists(#latest) OR #latest.#version <= :version)',
  ExpressionAttributeNames: { ...state, '#latest': 'latest', '#version': 'version' },
  ExpressionAttributeValues: { ':card': card, ':version': card.version, ':issued': 'issued' },
});

/** Records the version that Stripe has, unless a newer one is being sent. */
const asIssuerCard = ({ version }: IssuerCard): RowChange => ({
  UpdateExpression: 'SET #pushed = :version',
  ConditionExpression: '#latest.#version = :version',
  ExpressionAttributeNames: { '#pushed': 'pushed_version', '#latest': 'latest', '#version': 'version' },
  ExpressionAttributeValues: { ':version': version },
});
