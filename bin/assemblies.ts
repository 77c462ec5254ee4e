import { rmSync } from 'node:fs';
import { synthesise } from '../lib/app.ts';
import type { CdkContext } from '../lib/settings.ts';
import { noteInputs } from './assembly-inputs.ts';
import { inPlace, listeningStart } from './bundling.ts';
import { readCommandLine } from './command-line.ts';
import { settingsOf } from './start/synthesise.ts';

/** Sign-in on this machine, whatever the site's port is. */
const signIn = { dashboardOrigin: 'http://127.0.0.1', secondFactor: 'off' };

/** The rate of one business in tests: all of the stage's. */
const unbounded = (rate: number, burst: number) => ({
  standard: { rate, burst },
  elevated: { rate, burst },
});

/** As many requests as the stage lets through in tests. */
const publicThrottle = { rate: 200, burst: 400 };

/** Stand-ins for providers, at the first ports of a World. A test on the machine replaces them (test/helpers/altered-assembly.ts). */
const [onfidoBase, publisherBase, stripeBase] = [20_000, 20_001, 20_002].map(
  (port) => `http://127.0.0.1:${port}`,
);

/** Onfido verifies customers, and lists that are fetched are searched for them. */
const providers = {
  webhookTargets: 'loopback_too',
  identityVerifier: 'onfido',
  onfido: {
    region: 'eu',
    tokenSecret: 'test/onfido/token',
    webhookSecret: 'test/onfido/webhook',
    apiBase: onfidoBase,
  },
  screening: 'lists',
  lists: {
    addresses: Object.fromEntries(
      ['ofac_sdn', 'ofac_alt', 'ofac_add', 'eu', 'un', 'uk'].map((file) => [
        file,
        `${publisherBase}/${file}`,
      ]),
    ),
  },
};

/** The assemblies that tests and benchmarks run and read, by the folder in `.build`; each is synthesised once for all of them. */
const assemblies: Readonly<Record<string, CdkContext>> = {
  assembly: {
    ...inPlace,
    settings: {
      sandbox: {
        webhookTargets: 'loopback_too',
        limits: unbounded(200, 400),
        publicThrottle,
      },
      live: { ...signIn, limits: unbounded(200, 400) },
    },
  },
  // As `npm start` makes it, with waits and graces a fifth as long: pages of the dashboard show them.
  'assembly-listening': {
    ...inPlace,
    settings: settingsOf(listeningStart),
  },
  // With all functions that only other providers need: live has the cards of Stripe.
  'assembly-providers': {
    ...inPlace,
    settings: {
      sandbox: {
        ...providers,
        limits: unbounded(200, 400),
        publicThrottle,
      },
      live: {
        ...providers,
        ...signIn,
        cardIssuer: 'stripe',
        stripe: {
          apiKeySecret: 'test/stripe-key',
          signingSecret: 'test/stripe-signing',
          apiBase: stripeBase,
        },
      },
    },
  },
  // As it is deployed, but for the checks of a deployment.
  'assembly-plain': inPlace,
};

const { values, positionals } = readCommandLine({
  usage: `npm run assembly -- [--keep-bundles] [name …]

Bundles the functions and synthesises the app into .build, where tests and benchmarks find it: all of
${Object.keys(assemblies).join(', ')}, or those named. --keep-bundles keeps bundles of earlier sources, for tests that run
functions as they are written.`,
  options: { 'keep-bundles': { type: 'boolean' } },
  words: Object.keys(assemblies),
});

const names = positionals.length > 0 ? positionals : Object.keys(assemblies);
let keepsBundles = values['keep-bundles'] ?? false;
for (const name of names) {
  const outdir = `.build/${name}`;
  rmSync(outdir, { recursive: true, force: true });
  await synthesise({ context: assemblies[name] ?? {}, outdir, keepsBundles });
  // All of them name the bundles that the first has built.
  keepsBundles = true;
}
noteInputs(names);
