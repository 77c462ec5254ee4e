import {
  notComparableScenario,
  type ScreeningScenario,
  screeningScenario,
} from '../../identity/screeners/scenarios.ts';
import {
  type VerificationScenario,
  verificationScenarios,
} from '../../identity/verifiers/scenarios.ts';
import {
  type CardScenario,
  type ShippingScenario,
  shippingScenarios,
} from '../../issuing/issuers/scenarios.ts';
import { refusedCard } from '../../issuing/issuers/simulated-card.ts';

export type Scenario = VerificationScenario | ScreeningScenario | ShippingScenario | CardScenario;

/** Every scenario of the sandbox, as published: what the simulations themselves go by. */
export const scenarios: readonly Scenario[] = [
  ...verificationScenarios,
  screeningScenario,
  notComparableScenario,
  ...Object.entries(shippingScenarios).map(
    ([name, { line1, outcome, description }]): ShippingScenario => ({
      id: `shipping_${name}`,
      applies_to: 'shipping',
      when: { field: 'address.line1', value: line1 },
      outcome: { status: outcome, code: null },
      description,
    }),
  ),
  {
    id: 'card_not_accepted',
    applies_to: 'card',
    when: { field: 'cardholder_name', value: refusedCard.cardholder_name },
    outcome: { status: 'refused', code: null },
    description: refusedCard.description,
  },
];
