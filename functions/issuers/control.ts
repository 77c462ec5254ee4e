import { issuerRefused } from '../cards/issuer-state.ts';
import type { IssuedCard, IssuerCard } from '../cards/model.ts';
import type { IssueRequest, IssuerControl } from './issuer.ts';
import { issuerTable, type RowChange } from './records.ts';
import { stripeControl } from './stripe/control.ts';

/** A line of the simulator's books, by the id of the order: everything about the card but its number. */
export type SimulatorRow =
  | (Omit<IssueRequest, 'cardholder' | 'destination' | 'replacement'> &
      IssuedCard & {
        readonly state: 'issued';
        /** How many numbers before its own other cards had. */
        readonly derivation: number;
        readonly status: IssuerCard['status'];
        readonly cancellation_reason?: IssuerCard['cancellation_reason'];
        /** At which version it was told of last; absent where it is as it was made. */
        readonly pushed_version?: number;
      })
  // Whatever else of an order was written before it was struck out.
  | { readonly state: 'voided' };

/** The simulated issuer for whoever only tells it how things stand: that needs no key. */
export const simulatedControl = (): IssuerControl => {
  const { update } = issuerTable<SimulatorRow>();
  return {
    // Strikes a line out, or leaves one that keeps it from ever being written.
    void: async (id) => {
      await update(id, strikeOut);
    },
    push: async (card) => {
      const { changed, line } = await update(card.reference, asIssuerCard(card));
      if (!changed) requireAgreed(card, line);
    },
  };
};

/** Every issuer that lib/environments.ts can name. */
const controls: Readonly<Record<string, () => IssuerControl>> = {
  simulator: simulatedControl,
  stripe: stripeControl,
};

/** The control of this environment's issuer (`CARD_ISSUER`). Once per process. */
export const issuerControl = (): IssuerControl => {
  const open = controls[process.env.CARD_ISSUER ?? ''];
  if (!open) throw new Error('CARD_ISSUER names no issuer: this function does not declare that it needs one');
  return open();
};

const strikeOut: RowChange = {
  UpdateExpression: 'SET #state = :voided REMOVE #name',
  ExpressionAttributeNames: { '#state': 'state', '#name': 'cardholder_name' },
  ExpressionAttributeValues: { ':voided': 'voided' },
};

/** An issued card, of no later version, that is not canceled: what is ended stays so. */
const asIssuerCard = ({ status, cancellation_reason, limits, version }: IssuerCard): RowChange => ({
  UpdateExpression: 'SET #status = :status, #reason = :reason, #limits = :limits, #pushed = :version',
  ConditionExpression:
    '#state = :issued AND (attribute_not_exists(#pushed) OR #pushed <= :version) AND #status <> :canceled',
  ExpressionAttributeNames: {
    '#status': 'status',
    '#reason': 'cancellation_reason',
    '#limits': 'limits',
    '#pushed': 'pushed_version',
    '#state': 'state',
  },
  ExpressionAttributeValues: {
    ':status': status,
    ':reason': cancellation_reason,
    ':limits': limits,
    ':version': version,
    ':issued': 'issued',
    ':canceled': 'canceled',
  },
});

/** Refuses what the books contradict for good; what was told later, or is so already, they need not hear. */
const requireAgreed = ({ status, version }: IssuerCard, booked: SimulatorRow | undefined): void => {
  if (!booked) throw issuerRefused('card_unknown');
  const isNewer = booked.state === 'issued' && (booked.pushed_version ?? 0) > version;
  if (isNewer || status === 'canceled') return;
  throw issuerRefused('card_canceled');
};
