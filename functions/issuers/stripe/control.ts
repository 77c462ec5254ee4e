import { ApiError } from '../../api-error.ts';
import { issuerRefused } from '../../cards/issuer-state.ts';
import type { IssuerCard } from '../../cards/model.ts';
import type { IssuerControl } from '../issuer.ts';
import { onlyNew, type RowChange } from '../records.ts';
import { atStripe, errorOf, isDeclined, isUnknown, translated } from './client.ts';
import { cancelCard, type RequestedRow, stripeOrders } from './orders.ts';
import { updateParameters } from './parameters.ts';
import type { OrderRow } from './records.ts';

/** How often a newer version may come along while one is pushed, before whoever pushes is to come again. */
const newer_versions_max = 5;

/** Stripe for whoever only tells it how things stand. */
export const stripeControl = (): IssuerControl => {
  const orders = stripeOrders();
  const { table } = orders;
  const finish = async (id: string, line: RequestedRow): Promise<void> => {
    const reference = await orders.cardOf(id, line);
    if (reference !== undefined) await cancelCard(reference);
    await table.update(id, asVoided);
  };
  return {
    void: (id) =>
      translated(async () => {
        if ((await table.update(id, neverOrdered)).changed) return;
        // From here on nobody writes a card of it down: what comes of it is whoever's who voids it.
        const { changed, line } = await table.update(id, asVoiding);
        if (changed && isAsked(line)) await finish(id, line);
      }),
    push: (card) =>
      translated(async () => {
        let newest = card;
        for (let pushes = 0; pushes < newer_versions_max; pushes++) {
          const { changed, line } = await table.update(card.id, withLatest(newest));
          if (!changed) return requireAgreed(newest, line);
          await tell(newest);
          const { line: after } = await table.update(card.id, asIssuerCard(newest));
          const told = after && isAsked(after) ? after.told : undefined;
          // A newer one may have been at Stripe before this one was: it is told once more, so that it is the last.
          if (!told || told.version <= newest.version) return;
          newest = told;
        }
        throw new ApiError('unavailable');
      }),
  };
};

const isAsked = (line: OrderRow): line is RequestedRow => 'attempt' in line;

/** Tells Stripe of a card, or refuses what it has declined with the reason that it shows. */
const tell = async (card: IssuerCard): Promise<void> => {
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

/** Refuses what the line contradicts for good; what was told later, or is so already, Stripe need not hear. */
const requireAgreed = ({ status, version }: IssuerCard, line: OrderRow | undefined): void => {
  if (!line || line.state === 'ordering') throw issuerRefused('card_unknown');
  if (line.state === 'issued' && isAsked(line) && (line.told?.version ?? 0) > version) return;
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
  UpdateExpression: 'SET #told = :card',
  ConditionExpression: '#state = :issued AND (attribute_not_exists(#told) OR #told.#version <= :version)',
  ExpressionAttributeNames: { ...state, '#told': 'told', '#version': 'version' },
  ExpressionAttributeValues: { ':card': card, ':version': card.version, ':issued': 'issued' },
});

/** Says which version Stripe has, unless a newer one is told meanwhile. */
const asIssuerCard = ({ version }: IssuerCard): RowChange => ({
  UpdateExpression: 'SET #pushed = :version',
  ConditionExpression: '#told.#version = :version',
  ExpressionAttributeNames: { '#pushed': 'pushed_version', '#told': 'told', '#version': 'version' },
  ExpressionAttributeValues: { ':version': version },
});
