import type { Authorization, Card, CardLimit } from '../../api/client.ts';
import { useRead, useResource } from '../../api/use-read.ts';
import { money } from '../../texts/money.ts';
import { filled, t } from '../../texts/texts.ts';
import { decisionText, declineText, words } from '../../texts/words.ts';
import { ActionButton } from '../../ui/action.tsx';
import type { Details } from '../../ui/header.tsx';
import { DetailList, Section } from '../../ui/page.tsx';
import { Time } from '../../ui/values.tsx';
import { controlText } from '../cards/control-texts.ts';

type Of = { readonly of: Authorization };

/** Why a payment was declined: the control that declined it, and its limit, what is spent and what is left, in numbers. */
export const Decline = ({ of }: Of) => {
  const reason = of.decline_reason ?? '';
  const { limit_at_decision: decided } = of;
  const { data: current } = useRead(
    'cards.list-limits',
    { params: { card_id: of.card_id } },
    { enabled: !decided && reason.endsWith('limit_exceeded') },
  );
  const limits = decided ? [decided] : (current?.data ?? []);
  const limit = limits.find(({ interval }) => reason === `${interval}_limit_exceeded`);
  const control = controls[reason];
  return (
    <Section
      title={t.authorizations.whyDeclined}
      description={limit ? overText(of, limit) : declineText(reason)}
      actions={
        <ActionButton
          route="cards.update"
          name={t.authorizations.changeControls}
          to={`/cards/${of.card_id}/edit`}
        />
      }
      details={{
        ...(limit && amountsOf(of, limit)),
        ...(reason === 'velocity_limit_exceeded' && countsOf(limits)),
      }}
    >
      {control && <ControlList of={of} control={control} />}
      {limits.length > 0 && (
        <p className="muted">
          {decided ? t.authorizations.asOfDecision : t.authorizations.asOfNow}
        </p>
      )}
    </Section>
  );
};

/** The smaller one of the limit of the card and the maximum of its feature. */
const maximumOf = ({ limit, cap }: CardLimit): number =>
  Math.min(limit ?? Number.POSITIVE_INFINITY, cap ?? Number.POSITIVE_INFINITY);

const overText = (of: Authorization, limit: CardLimit): string =>
  filled(limit.until === null ? t.authorizations.overPayment : t.authorizations.overLimit, {
    decision: decisionText(of),
    limit: money(maximumOf(limit), limit.currency),
    spent: money(limit.spent, limit.currency),
  });

const amountsOf = (of: Authorization, limit: CardLimit): Details => ({
  [t.authorizations.control]:
    limit.limit === maximumOf(limit) ? t.cards.cardLimit : t.cards.featureMaximum,
  [t.authorizations.requestedAmount]: money(of.requested_amount, of.currency),
  [t.authorizations.limit]: money(maximumOf(limit), limit.currency),
  [t.cards.spent]: limit.until !== null && money(limit.spent, limit.currency),
  [t.cards.left]: limit.left !== null && money(limit.left, limit.currency),
  [t.all.until]: limit.until !== null && <Time at={limit.until} />,
});

const countsOf = (limits: readonly CardLimit[]): Details =>
  Object.fromEntries(
    limits.flatMap(({ interval, count, count_limit }) =>
      count_limit === null
        ? []
        : [
            [
              filled(t.cards.numberOf, { interval: words(interval) }),
              filled(t.authorizations.countOf, { count, limit: count_limit }),
            ],
          ],
    ),
  );

type Lists = Omit<Card['spending_controls'], 'limits' | 'velocity_limits'>;

type Control = {
  readonly list: keyof Lists;
  readonly asked: (of: Authorization) => string | null;
};

const categoryOf = ({ merchant }: Authorization) => merchant.category;
const merchantOf = ({ merchant }: Authorization) => merchant.network_id;

/** The list of a card that declines for a reason, and what it compares of the payment. */
const controls: Readonly<Record<string, Control>> = {
  category_not_allowed: { list: 'allowed_categories', asked: categoryOf },
  category_blocked: { list: 'blocked_categories', asked: categoryOf },
  merchant_not_allowed: { list: 'allowed_merchants', asked: merchantOf },
  merchant_blocked: { list: 'blocked_merchants', asked: merchantOf },
  country_not_allowed: { list: 'allowed_countries', asked: ({ merchant }) => merchant.country },
  card_presence_not_allowed: {
    list: 'allowed_card_presences',
    asked: ({ card_presence }) => card_presence,
  },
  merchant_currency_not_allowed: {
    list: 'allowed_currencies',
    asked: ({ merchant_currency }) => merchant_currency,
  },
};

const ControlList = ({ of, control: { list, asked } }: Of & { readonly control: Control }) => {
  const { data: card } = useResource('card', of.card_id);
  const value = asked(of);
  const values = card?.spending_controls[list] ?? [];
  return (
    <DetailList
      details={{
        [t.authorizations.control]: words(list),
        [t.authorizations.valuesNow]:
          values.map((one) => controlText(list, one)).join(', ') || null,
        [t.authorizations.ofThisPayment]: value && controlText(list, value),
      }}
    />
  );
};
