import assert from 'node:assert/strict';
import { ApiError } from '../../../../functions/core/api-error.ts';
import type { Database } from '../../../../functions/core/dynamodb/client.ts';
import type { Change, ConditionCheck } from '../../../../functions/core/dynamodb/writes.ts';
import type { IdempotentRequest } from '../../../../functions/core/http/request.ts';
import { idsAt } from '../../../../functions/core/new-id.ts';
import type { Route } from '../../../../functions/core/route.ts';
import { cardholderFrom } from '../../../../functions/issuing/cards/cardholder.ts';
import { issueCard } from '../../../../functions/issuing/cards/issue.ts';
import { issuerRefused } from '../../../../functions/issuing/cards/model.ts';
import { type CardOrder, newOrder } from '../../../../functions/issuing/cards/order.ts';
import { limitsInForce } from '../../../../functions/issuing/cards/spending.ts';
import type { IssueRequest } from '../../../../functions/issuing/issuers/issuer.ts';
import { durations } from '../../../helpers/durations.ts';
import { anOrderKey } from '../../../helpers/fixtures/card-orders.ts';
import { aCard, now } from '../../../helpers/fixtures/cards.ts';
import { anIndividual } from '../../../helpers/fixtures/customers.ts';
import { nothingAgreed } from '../../../helpers/fixtures/features.ts';
import { describe, test } from '../../../helpers/tests.ts';

const newId = idsAt(now);
const { tenant_id, customer_id, type, currency, spending_controls } = aCard();
const idempotencyScope = { ...anOrderKey(tenant_id), request_hash: 'hash' };
const input = {
  customer_id,
  type,
  currency,
  cardholder_name: 'Ada King',
  spending_controls,
  destination: null,
};
const customer = anIndividual();
const replacement = { of: 'ic_1', reason: 'lost' } as const;
const conditionOf = (pk: string) =>
  ({ key: { table: 'resources', pk, sk: '' }, attribute: 'version', is: 1 }) as const;
const [conditions, orderConditions] = [[conditionOf('customer')], [conditionOf('replaced card')]];
const userTerms = { accepted_at: now.toISOString(), ip: '203.0.113.7', user_agent: null };
const passed = { input, replacement, conditions, orderConditions };

/** Issues a card where the issuer responds so, and lists everything that happened, in turn. */
const issued = async (
  issue: () => Promise<never>,
  order?: CardOrder,
  check: Promise<typeof passed> = Promise.resolve(passed),
) => {
  const happened: string[] = [];
  const requests: IssueRequest[] = [];
  const required: ConditionCheck[] = [];
  const request = {
    now,
    newId,
    idempotencyScope,
    caller: { tenant_id } as IdempotentRequest<Route>['caller'],
    db: {} as Database,
    checkpoint: async ({ writes, conditions }: Pick<Change, 'writes' | 'conditions'>) => {
      required.push(...conditions);
      happened.push(...writes.map((write) => write.kind));
    },
  };
  const issuer = {
    name: 'an issuer',
    issue: async (request: IssueRequest) => {
      happened.push('issue');
      requests.push(request);
      return issue();
    },
    void: async () => {
      happened.push('void');
    },
  };
  const snapshot = {
    customer,
    activations: [],
    agreements: nothingAgreed,
    openVerificationId: undefined,
  };
  const failure = await issueCard(
    request,
    issuer,
    { snapshot, accountCurrency: 'USD', userTerms, order },
    check,
  ).then(
    () => assert.fail('it was issued'),
    ({ code }: ApiError) => code,
  );
  return { failure, happened, requests, required };
};

const inFlight = () =>
  newOrder(idempotencyScope, { ...input, card_id: newId('card') }, now, durations);

describe('an order that the issuer', () => {
  const refused = () => Promise.reject(issuerRefused('not_accepted'));

  test('rejects is canceled before the error is returned, so that its key is free', async () => {
    const { failure, happened, requests, required } = await issued(refused);
    assert.equal(failure, 'issuer_refused');
    assert.deepEqual(happened, ['put', 'issue', 'set', 'void', 'delete']);
    assert.deepEqual(
      required,
      [...conditions, ...orderConditions],
      'the order is written under all conditions',
    );
    const [{ id: _, ...request } = assert.fail()] = requests;
    const { spending_controls: controls, ...ordered } = input;
    const written = { tenant_id, ordered_at: now.toISOString(), limits: limitsInForce(input) };
    assert.deepEqual(request, {
      ...ordered,
      ...written,
      cardholder: cardholderFrom(customer),
      replacement,
      user_terms: userTerms,
    });
  });

  test('rejects when a retry goes on with it is canceled too', async () => {
    const order = inFlight();
    const { happened, requests } = await issued(refused, order);
    assert.deepEqual(happened, ['issue', 'set', 'void', 'delete']);
    assert.equal(requests[0]?.id, order.card_id);
  });

  for (const failure of [
    new ApiError('unavailable'),
    new ApiError('timeout'),
    new Error('connection lost'),
  ])
    test(`has not answered (${failure.message}) stays as it is`, async () => {
      const { happened } = await issued(() => Promise.reject(failure));
      assert.deepEqual(happened, ['put', 'issue']);
    });
});

describe('a check that fails', () => {
  const rejected = () => Promise.reject(new ApiError('feature_not_active'));

  test('writes no order', async () => {
    assert.deepEqual((await issued(assert.fail, undefined, rejected())).happened, []);
  });

  test('cancels the order that an earlier attempt has written', async () => {
    const { failure, happened } = await issued(assert.fail, inFlight(), rejected());
    assert.equal(failure, 'feature_not_active');
    assert.deepEqual(happened, ['set', 'void', 'delete']);
  });

  test('leaves that order where it is no rejection', async () => {
    const outage = Promise.reject(new ApiError('unavailable'));
    assert.deepEqual((await issued(assert.fail, inFlight(), outage)).happened, []);
  });
});
