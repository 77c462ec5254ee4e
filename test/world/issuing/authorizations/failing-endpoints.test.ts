import '../../process.ts';
import assert from 'node:assert/strict';
import { anAuthorizationEndpoint } from '../../../helpers/fixtures/authorization-endpoints.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { aBusinessThat, decidedOf } from './deciding.ts';

describe('an endpoint that fails', () => {
  const approving = {
    fallback: { decision: 'approve', limits: [{ currency: 'USD', amount: 2_500 }] },
  };

  test('is waited for no longer than its time-out, then its fallback decides, up to its cap', async (t) => {
    const { asked, spent } = await aBusinessThat(t, () => undefined, {
      ...approving,
      timeout_ms: 150,
    });
    const [one, other] = [await asked({ amount: 2_500 }), await asked({ amount: 2_501 })];
    assert.deepEqual(decidedOf(one), [true, null, 'fallback', 'timeout']);
    assert.deepEqual(decidedOf(other), [
      false,
      'authorization_endpoint_failed',
      'fallback',
      'timeout',
    ]);
    assert.deepEqual([one.business_response, await spent()], [null, 2_500]);
  });

  test('is not asked after three failures, and asked again later', async (t) => {
    const { tenant, made, endpoint, asked, health } = await aBusinessThat(t, () => ({
      decision: 'maybe',
    }));
    for (const failure of [
      'bad_response',
      'bad_response',
      'bad_response',
      'breaker_open',
      'breaker_open',
    ])
      assert.equal((await asked({})).fallback_reason, failure);
    const { consecutive_failures, open_until } = await health();
    assert.deepEqual([endpoint.arrivals.length, consecutive_failures], [3, 3]);
    // Its time is over.
    const { tenant_id } = tenant;
    const key = { pk: `${tenant_id}/authorization-endpoint`, sk: 'breaker' };
    await tenant.set('resources', key, {
      open_until: new Date(Date.parse(open_until) - 60_000).toISOString(),
    });
    endpoint.answer((response) => response.end('{"decision":"approve"}'));
    assert.deepEqual(decidedOf(await asked({})), [true, null, 'business', null]);
    assert.deepEqual(
      [(await health()).open_until, (await asked({})).decided_by],
      [null, 'business'],
    );
    assert.equal(made.health.open_until, null);
  });

  const answers: [string, string, (response: Any) => unknown][] = [
    [
      'redirects',
      'redirect',
      (response) => response.writeHead(302, { location: 'https://example.com/' }).end(),
    ],
    ['rejects', 'http_status', (response) => response.writeHead(500).end('{"decision":"approve"}')],
    [
      'says too much',
      'bad_response',
      (response) => response.end(`{"decision":"approve","x":"${'x'.repeat(5_000)}"}`),
    ],
    ['hangs up', 'bad_response', (response) => response.destroy()],
  ];
  for (const [what, reason, answer] of answers)
    test(`where it ${what}, decides nothing`, async (t) => {
      const { endpoint, asked } = await aBusinessThat(t, () => undefined);
      endpoint.answer(answer);
      assert.deepEqual(decidedOf(await asked({})), [
        false,
        'authorization_endpoint_failed',
        'fallback',
        reason,
      ]);
    });

  test('is never at an address inside', async (t) => {
    const { tenant } = await aBusinessThat(t, () => undefined);
    for (const url of [
      'https://169.254.169.254/latest',
      'https://10.0.0.1/',
      'https://user:pass@example.com/',
    ])
      await assert.rejects(anAuthorizationEndpoint(tenant, { url }), /validation_failed|400/);
  });
});
