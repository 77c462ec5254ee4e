import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inPlace } from '../../bin/bundling.ts';
import {
  approveVerification,
  getEvidence,
  listAllVerifications,
} from '../../functions/identity/verifications/routes.ts';
import { synthesise } from '../../lib/app.ts';
import type { KeptSecret } from '../../local/secrets-manager.ts';
import type { Local } from '../../local/start.ts';
import { until } from '../../local/test/helpers/until.ts';
import type { Tenant } from '../helpers/fixtures/tenants.ts';
import type { Any } from '../helpers/printed-document.ts';
import { startService } from '../helpers/service.ts';
import { storedIn } from '../helpers/tables.ts';
import { apiToken, secretNames, serveOnfido, signedWebhook, webhookSecrets } from './stand-in.ts';

const bounds = { rate: 2000, burst: 2000 };

/**
 * The whole service in memory, whose sandbox has its identities decided by the stand-in for Onfido; a minute of its own waits is
 * a second. The templates know the address of the stand-in, so they are synthesised here.
 */
export const startServiceWithOnfido = async () => {
  const onfido = await serveOnfido();
  const assembly = mkdtempSync(join(tmpdir(), 'onfido-'));
  const settings = {
    sandbox: {
      webhookTargets: 'loopback_too',
      clockSpeed: 60,
      throttle: bounds,
      limits: { standard: bounds, elevated: bounds },
      identityVerifier: 'onfido',
      onfido: {
        region: 'eu',
        tokenSecret: secretNames.token,
        webhookSecret: secretNames.webhook,
        apiBase: onfido.address,
      },
    },
    live: { dashboardOrigin: 'http://127.0.0.1', secondFactor: 'off' },
  };
  await synthesise({ context: { ...inPlace, settings }, outdir: assembly });
  const secrets = new Map<string, KeptSecret>([
    [secretNames.token, { current: apiToken }],
    [secretNames.webhook, webhookSecrets],
  ]);
  // The stack of live has the address of the onboarding page.
  const environments = ['sandbox', 'live'];
  const local = await startService({ assembly, environments, secrets });
  const stop = async () => {
    await local.stop();
    await onfido.stop();
    rmSync(assembly, { recursive: true });
  };
  return { onfido, local, stop };
};

type Running = {
  readonly onfido: Awaited<ReturnType<typeof serveOnfido>>;
  readonly local: Pick<Local, 'endpoint' | 'operator' | 'environments'>;
};

/** The checks of a verification, when there are so many that wait for Onfido. */
export const checksOf = async (
  { onfido, local }: Running,
  verificationId: string,
  count: number,
) => {
  const stored = storedIn(local);
  const own = () => onfido.checks.filter(({ tags }) => tags.includes(verificationId));
  const isLeft = async () => {
    const item = (await stored.items('resources')).find(({ sk }) => sk === verificationId);
    return own().length === count && item?.held === null;
  };
  await until(isLeft, `${count} checks wait for Onfido`);
  return own();
};

/** Sends the webhook of a check that has come out, as Onfido does. */
export const notify = async ({ local }: Running, id: string): Promise<number> => {
  const object = { id, status: 'complete' };
  const { body, headers } = signedWebhook({
    resource_type: 'check',
    action: 'check.completed',
    object,
  });
  const url = `${local.environments.sandbox?.base_url}providers/onfido/events`;
  return (await fetch(url, { method: 'POST', body, headers })).status;
};

/** The verification that is in processing, once there is one. */
export const processing = (tenant: Tenant): Promise<string> =>
  until(async () => {
    const { body } = await tenant.call({
      method: 'GET',
      path: '/verifications',
      query: [['status', 'processing']],
    });
    return body.data[0]?.id;
  }, 'a verification is submitted');

/**
 * Has an operator, who knows the company, approve a verification when it waits for one; answers what they saw of its checks.
 * `meanwhile` runs before each look whether it does.
 */
export const reviewed = async (
  tenant: Tenant,
  verification_id: string,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
) => {
  const reviewing = async () => {
    await meanwhile();
    return (await tenant.operate(listAllVerifications, { query: [['reviewing', 'true']] })).body
      .data;
  };
  await until(
    async () => (await reviewing()).some(({ id }: Any) => id === verification_id),
    'an operator is asked',
  );
  const params = { verification_id };
  const { checks } = (await tenant.operate(getEvidence, { params })).body;
  const { body } = await tenant.call({ method: 'GET', path: `/verifications/${verification_id}` });
  const approved = await tenant.operate(approveVerification, {
    params,
    headers: { 'if-match': `"${body.version}"` },
  });
  assert.equal(approved.status, 200);
  return checks;
};
