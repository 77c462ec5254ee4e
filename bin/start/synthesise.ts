import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EnvironmentName, environments } from '../../lib/environments.ts';
import { markPath } from '../../lib/product.ts';
import { digestOf, runToEnd } from '../build.ts';
import type { Settings } from './settings.ts';

/** The sources of bundles and templates. */
export const appSources: readonly string[] = [
  'bin/{app,bundling,command-line}.ts',
  '{functions,lib,openapi}/**/*.{ts,js,json}',
  'cdk.json',
  markPath(environments.live),
  'package-lock.json',
];

type Chosen = Pick<Settings, 'clockSpeed' | 'throttle' | 'limit' | 'stripe'>;

/** The names of the secrets of Stripe here. */
const secretNames = { apiKeySecret: 'local/stripe-key', signingSecret: 'local/stripe-signing' };

/** The secrets that an operator would have put into Secrets Manager. */
export const secretsOf = ({ stripe }: Pick<Chosen, 'stripe'>) =>
  new Map(
    stripe && [
      [secretNames.apiKeySecret, { current: stripe.key }],
      [secretNames.signingSecret, { current: stripe.signing }],
    ],
  );

/**
 * Builds every bundle, in `build` where `.build` cannot be written, and synthesises the app for this machine into `outdir`, unless it holds what the same
 * sources and settings made. Rejects with what the app said; `say` gets a sentence when it is being built.
 */
export const synthesise = async (
  { outdir, build }: { readonly outdir: string; readonly build: string | undefined },
  chosen: Chosen,
  say: (sentence: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  const { context, digest } = inputsOf(chosen);
  const record = join(outdir, 'inputs.sha256');
  if (isHeld(record, digest)) return;
  say('Building the functions and the templates …');
  rmSync(outdir, { recursive: true, force: true });
  await runToEnd(['bin/app.ts'], {
    failing: 'The app cannot be synthesised',
    env: {
      ...process.env,
      CDK_OUTDIR: outdir,
      ...(build && { BUILD_FOLDER: build }),
      CDK_CONTEXT_JSON: context,
    },
    signal,
  });
  // Last, so that what an end in between left behind is not taken for whole.
  if (!signal.aborted) writeFileSync(record, digest);
};

/** The context of the app with these settings, and the digest of all that is synthesised from. */
export const inputsOf = (chosen: Chosen): { readonly context: string; readonly digest: string } => {
  const context = JSON.stringify({ local: true, settings: settingsOf(chosen) });
  return { context, digest: digestOf(context, appSources) };
};

/** The settings of the app on this machine. */
export const settingsOf = (chosen: Chosen) => ({
  // A developer against the sandbox receives its webhooks on this machine.
  sandbox: {
    ...boundsOf('sandbox', chosen),
    ...issuerOf(chosen),
    clockSpeed: chosen.clockSpeed,
    webhookTargets: 'loopback_too',
  },
  live: {
    ...boundsOf('live', chosen),
    // Nobody pays with the cards of a laptop.
    clockSpeed: chosen.clockSpeed,
    acceptSimulatedIssuer: true,
    // For any port.
    dashboardOrigin: 'http://127.0.0.1',
    secondFactor: 'off',
  },
});

/** Without a word of it, who issues is as deployed. */
const issuerOf = ({ stripe }: Chosen) =>
  stripe && {
    cardIssuer: 'stripe',
    stripe: { ...secretNames, ...(stripe.apiBase && { apiBase: stripe.apiBase }) },
  };

const boundsOf = (name: EnvironmentName, { throttle, limit }: Chosen) => ({
  ...(throttle && { throttle }),
  ...(limit && { limits: { ...environments[name].limits, standard: limit } }),
});

const isHeld = (record: string, inputs: string): boolean => {
  try {
    return readFileSync(record, 'utf8') === inputs;
  } catch {
    return false;
  }
};
