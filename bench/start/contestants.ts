import { resolve } from 'node:path';
import { bundleFolder } from '../../lib/bundles.ts';
import { buildBaseline } from '../baseline/bundles.ts';

/** A function of ours, and the same as most teams write it: with the SDK of the runtime, and with the SDK in its bundle. */
export type Trio = { readonly ours: string; readonly baseline: string; readonly bundled: string };

const trio = async (id: string, name: Parameters<typeof buildBaseline>[0]): Promise<Trio> => ({
  ours: resolve(bundleFolder(id), 'index.cjs'),
  baseline: await buildBaseline(name),
  bundled: await buildBaseline(name, { bundleAwsSDK: true }),
});

/** The bundles that are compared; ours were built with the assembly. */
export const contestants = async (): Promise<Readonly<Record<'create' | 'get' | 'authorizer', Trio>>> => ({
  create: await trio('customers.create', 'create-customer'),
  get: await trio('customers.get', 'get-customer'),
  authorizer: await trio('authorize-request', 'authorize-request'),
});
