import { resolve } from 'node:path';
import { bundleFolder } from '../../lib/bundles.ts';
import { buildBaseline } from '../baseline/bundles.ts';

/** A function of ours, and the same as most teams write it. */
export type Pair = { readonly ours: string; readonly baseline: string };

const ours = (id: string) => resolve(bundleFolder(id), 'index.cjs');

/** The bundles that are compared; ours were built with the assembly. */
export const contestants = async (): Promise<Readonly<Record<'create' | 'get' | 'authorizer', Pair>>> => ({
  create: { ours: ours('customers.create'), baseline: await buildBaseline('create-customer') },
  get: { ours: ours('customers.get'), baseline: await buildBaseline('get-customer') },
  authorizer: { ours: ours('authorize-request'), baseline: await buildBaseline('authorize-request') },
});
