import '../../process.ts';
import assert from 'node:assert/strict';
import { fileOf } from '../../../helpers/document-files.ts';
import { aDecidedDocument, aDocument } from '../../../helpers/fixtures/documents.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import { sendTo } from '../../../helpers/links.ts';
import { quiet } from '../../../helpers/quiet.ts';
import { test } from '../../../helpers/tests.ts';
import { eventsOf } from '../../../helpers/uploads.ts';
import { world } from '../../world.ts';

const service = await world();

const simulate = ({ call }: Tenant, id: string, body: object) =>
  call({ method: 'POST', path: `/simulations/documents/${id}`, body });

test('every outcome can be simulated before anything is uploaded', async () => {
  const tenant = await service.aBusiness();
  const reasons = [
    'content_type_mismatch',
    'unreadable',
    'too_small',
    'too_large',
    'password_protected',
  ];
  for (const reason of [undefined, ...reasons]) {
    const outcome = reason ? 'rejected' : 'accepted';
    const decided = await aDecidedDocument(tenant, { outcome, reason });
    assert.deepEqual(
      [decided.status, decided.status_reason, decided.upload],
      [outcome, reason ?? null, null],
    );
    const events = await eventsOf(tenant, decided.id);
    assert.deepEqual(
      events.map(({ type, sequence, causation }) => [type, sequence, causation.actor.type]),
      [
        ['document.created', 1, 'api_key'],
        [`document.${outcome}`, 2, 'api_key'],
      ],
    );
    assert.deepEqual(events[1].data, decided);
  }
});

test('a reason is given where something is rejected, and only there', async () => {
  const tenant = await service.aBusiness();
  const { id } = await aDocument(tenant);
  const faultsOf = async (body: object) => {
    const answer = await simulate(tenant, id, body);
    return [
      answer.status,
      ...answer.body.errors.map(
        ({ pointer, code }: Record<string, string>) => `${pointer} ${code}`,
      ),
    ];
  };
  assert.deepEqual(await faultsOf({ outcome: 'rejected' }), [400, '/reason required']);
  assert.deepEqual(await faultsOf({ outcome: 'accepted', reason: 'unreadable' }), [
    400,
    '/reason invalid_value',
  ]);
  assert.deepEqual(await faultsOf({ outcome: 'expired' }), [400, '/outcome invalid_value']);
  assert.deepEqual(await faultsOf({ outcome: 'rejected', reason: 'ugly' }), [
    400,
    '/reason invalid_value',
  ]);
});

test('what is decided stays so, whatever is simulated or uploaded afterwards', async () => {
  const tenant = await service.aBusiness();
  const bytes = fileOf('passport.jpg');
  const { id, upload } = await aDocument(tenant, { size_bytes: bytes.length });
  const rejected = (await simulate(tenant, id, { outcome: 'rejected', reason: 'unreadable' })).body;
  const again = await simulate(tenant, id, { outcome: 'accepted' });
  assert.deepEqual(
    [again.status, again.body.code, again.body.current_status],
    [409, 'action_not_allowed', 'rejected'],
  );
  assert.deepEqual(again.body.allowed_actions, []);
  assert.equal((await sendTo(upload, bytes)).status, 200);
  await quiet(service, 'documents');
  assert.deepEqual((await tenant.call({ method: 'GET', path: `/documents/${id}` })).body, rejected);
  assert.equal((await eventsOf(tenant, id)).length, 2);
});

test('of two simulations at once one decides, with one event', async () => {
  const tenant = await service.aBusiness();
  const { id } = await aDocument(tenant);
  const outcomes = [{ outcome: 'accepted' }, { outcome: 'rejected', reason: 'too_small' }];
  const answers = await Promise.all(
    [...outcomes, ...outcomes].map((body) => simulate(tenant, id, body)),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
  assert.equal((await eventsOf(tenant, id)).length, 2);
});
