import { issuerRefused } from '../cards/issuer-state.ts';
import type { IssuedCard, IssuerCard } from '../cards/model.ts';
import type { IssueRequest, IssuerControl } from './issuer.ts';
import { issuerTable, type RowChange } from './records.ts';
import { stripeControl } from './stripe/control.ts';

/** A card of the simulator, by the id of its order: everything but its number. */
export type SimulatorRow =
  | (Omit<IssueRequest, 'cardholder' | 'destination' | 'replacement'> &
      IssuedCard & {
        readonly state: 'issued';
        /** How many numbers before its own other cards had. */
        readonly derivation: number;
        readonly status: IssuerCard['status'];
        readonly cancellation_reason?: IssuerCard['cancellation_reason'];
        /** The version of the last update; absent before the first. */
        readonly pushed_version?: number;
      })
  // A voided order may have other attributes left.
  | { readonly state: 'voided' };

/** The control of the simulator, which needs no key. */
export const simulatedControl = (): IssuerControl => {
  const { update } = issuerTable<SimulatorRow>();
  return {
    // Marks the row, or creates one that keeps the order from ever being issued.
    void: async (id) => {
      await update(id, asVoided);
    },
    push: async (card) => {
      const { changed, row } = await update(card.reference, asIssuerCard(card));
      if (!changed) requireAgreed(card, row);
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

const asVoided: RowChange = {
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

/** Rejects what the record contradicts for good. An older version, or what is so already, passes. */
const requireAgreed = ({ status, version }: IssuerCard, record: SimulatorRow | undefined): void => {
  if (!record) throw issuerRefused('card_unknown');
  const isNewer = record.state === 'issued' && (record.pushed_version ?? 0) > version;
  if (isNewer || status === 'canceled') return;
  throw issuerRefused('card_canceled');
};
