import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import {
  erased,
  erasedFields,
  erasedShown,
  type PersonalResource,
  personalFields,
} from '../../../../functions/app/redactions/model.ts';
import { customerRedaction } from '../../../../functions/app/redactions/redact-customer.ts';
import type { EventType } from '../../../../functions/core/event-types.ts';
import { runJob } from '../../../../functions/core/jobs/run-job.ts';
import {
  beginRedaction,
  toCustomerResource,
} from '../../../../functions/identity/customers/model.ts';
import { CustomerResource } from '../../../../functions/identity/customers/schema.ts';
import { customerOf } from '../../../../functions/identity/customers/table.ts';
import { eventTypes, printEventReference } from '../../../../openapi/event-reference.ts';
import { secret } from '../../../helpers/everything-of-a-customer.ts';
import {
  aBusinessCustomer,
  anAddress,
  anIndividual,
  aPerson,
} from '../../../helpers/fixtures/customers.ts';
import { type CrashPoint, Killed, redacting } from '../../../helpers/redacting.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { isQuick } from '../../../helpers/trials.ts';

const now = new Date();
const job = { token: 'token', last_pass_after_ms: 60_000 };

describe('a redaction starts', () => {
  test('of a closed customer alone, and once', () => {
    for (const status of ['active', 'suspended'] as const) {
      const customer = anIndividual({ status });
      assert.throws(() => beginRedaction(customer, customer, job, now), {
        code: 'action_not_allowed',
      });
    }
    const closed = anIndividual({ status: 'closed' });
    const { after } = beginRedaction(closed, erased('customer', closed), job, now);
    assert.throws(() => beginRedaction(after, after, job, now), {
      code: 'action_not_allowed',
      details: { current_status: 'closed', allowed_actions: [] },
    });
    assert.deepEqual(toCustomerResource(closed).allowed_actions, ['redact']);
  });

  test('with the persons of a business, of whom ids, roles and shares stay', () => {
    const stated = {
      first_name: secret,
      last_name: secret,
      title: secret,
      email: secret,
      address: anAddress({ city: secret }),
    };
    const encrypted = {
      tax_id_last4: secret,
      tax_id_encrypted: secret,
      tax_id_fingerprint: secret,
    };
    const owner = aPerson({ ...stated, ...encrypted, roles: ['owner'], ownership_percent: 40 });
    const { persons, ...left } = erased(
      'customer',
      aBusinessCustomer({ status: 'closed', persons: [owner, owner] }),
    );
    assert.ok(!JSON.stringify([persons, left]).includes(secret));
    assert.deepEqual(
      persons.map(({ id, roles, ownership_percent }) => [id, roles, ownership_percent]),
      Array(2).fill([owner.id, ['owner'], 40]),
    );
  });

  test('by emptying what the customer itself says, of a person and of a business', () => {
    const person = anIndividual({
      status: 'closed',
      first_name: secret,
      metadata: { a: secret },
      email: secret,
    });
    const business = aBusinessCustomer({
      status: 'closed',
      legal_name: secret,
      registration_number: secret,
    });
    for (const customer of [person, business]) {
      const shown = CustomerResource.parse(toCustomerResource(erased('customer', customer)));
      assert.ok(!JSON.stringify(shown).includes(secret));
      assert.deepEqual(
        [shown.id, shown.type, shown.created_at],
        [customer.id, customer.type, customer.created_at],
      );
    }
  });
});

/** How many calls lie between two crash points; the soak dies at every one. */
const stride = Number(process.env.REDACTION_DEATHS ?? (isQuick ? 111 : 23));

/** Runs a redaction to its end, whichever worker dies on the way. */
const redacted = async (crash?: CrashPoint) => {
  const world = redacting(crash);
  let died = 0;
  for (let rounds = 0; rounds < 8; rounds++) {
    try {
      await runJob(customerRedaction(world.of, world.outside), world.work());
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      died += 1;
    }
    const { redaction } = customerOf(world.customer());
    if (redaction?.status === 'done') return { ...world, redaction, died };
    world.later();
  }
  return assert.fail('the redaction has no end');
};

/** The rest of the items, but for when and how often they were touched. */
const leftOf = (items: readonly object[]) =>
  items
    .map((item) => JSON.stringify(item, (name, value) => (unsteady.test(name) ? undefined : value)))
    .map((text) =>
      text
        .replace(/(evt|card|auth|txn|doc|idv|act|agr|onb|dlv)_[0-9a-z]{26}/g, '$1')
        .replace(/"timestamp":"[^"]*"/g, ''),
    )
    .map((text) =>
      text.replace(
        /\\"(sequence|version)\\":\d+|\\"[a-z]+_at\\":\\"[^"]*\\"|\\"(timestamp|since)\\":\\"[^"]*\\"|\\"erased\\":\d+/g,
        '',
      ),
    )
    .sort();
const unsteady =
  /^(version|sequence|updated_at|created_at|scheduled_at|schedule_shard|expires_at_s|redaction|pass|token|since|request_id)$/;

describe('a redaction', () => {
  test('leaves nothing of what was said, what is not its customer’s, and publishes that it is done once', async () => {
    const { everything, forgotten, versions, redaction, died } = await redacted();
    assert.deepEqual(
      everything()
        .filter((item) => JSON.stringify(item).includes(secret))
        .map(({ pk, sk }) => [pk, sk]),
      [['biz_01jd5fq7k9e8xv3m2n4p6r8t0a/Ada King 0', 'customers.update/cus_2']],
    );
    assert.deepEqual([forgotten.size, versions(), died], [3, 0, 0]);
    assert.ok(redaction.erased > 60);
    const reported = everything().flatMap(({ type, body }) =>
      body === undefined ? [] : String(type),
    );
    for (const once of ['customer.redacted', 'document.expired'])
      assert.equal(reported.filter((type) => type === once).length, 1);
  });

  test(`ends the same wherever somebody dies, at every ${stride}th call`, async () => {
    const whole = await redacted();
    const left = leftOf(whole.everything());
    for (const when of ['before', 'after'] as const)
      for (let at = 1; at <= whole.calls(); at += stride) {
        const { everything, forgotten, versions, died, close } = await redacted({ at, when });
        assert.deepEqual(leftOf(everything()), left, `${when} call ${at}`);
        assert.deepEqual([forgotten.size, versions(), died], [3, 0, 1]);
        close();
      }
  });
});

test('whatever an event says of a customer is as GET shows it once it is redacted, with nobody’s own words', () => {
  for (const { name, example } of printEventReference()) {
    const { data } = eventTypes[name as EventType];
    const reported = example.data as { readonly object: string };
    if (!Object.hasOwn(personalFields, reported.object)) continue;
    const resourceType = reported.object as PersonalResource;
    const left = erased(resourceType, reported);
    assert.deepEqual(erasedFields(resourceType, left), {}, 'what is emptied stays so');
    assert.ok(
      !/Lovelace|Ada|example\.com|passport\.jpg|Travel|Corner/.test(JSON.stringify(left)),
      name,
    );
    assert.equal(z.safeParse(data, left).error, undefined, name);
  }
});

test('of a resource that only newer code knows every field that an event shows is null', () => {
  const shown = { object: 'gift', id: 'gift_1', note: 'For Ada', of: { name: 'Ada' } };
  for (const object of ['gift', 'toString'])
    assert.deepEqual(erasedShown(object, shown), {
      object: 'gift',
      id: null,
      note: null,
      of: null,
    });
});
