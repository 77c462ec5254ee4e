import type { RegisteredBusiness } from './business.ts';
import type { Owner } from './demo.ts';

/** An environment as `.local/environment.json` shows it. */
export type Announced = Pick<
  RegisteredBusiness,
  'tenant_id' | 'account_id' | 'secret_key' | 'public_key'
> & {
  readonly base_url: string;
};

/** The dashboard as `.local/environment.json` shows it. */
export type AnnouncedDashboard = Owner & { readonly url: string };

/** The text that `npm start -- data` prints when it answers. */
export const dataAnnouncement = (endpoint: string, host: string): string =>
  [
    `The data plane answers at ${endpoint}, opened on ${host}. Press Ctrl-C to stop.`,
    'A business to call the API with:',
    "  npm run ops -- business register --environment sandbox --name 'Demo business' --email demo@example.com",
    'What AWS SAM needs to run the API, and its command:',
    '  npm run ops -- sam:env',
    '',
  ].join('\n\n');

/** The sentence for a checkout that cannot be written. */
export const placeAnnouncement = (file: string): string =>
  `The checkout cannot be written: until the service ends, its addresses and keys are in ${file}.\n`;

/** The text that `npm start` prints when both environments answer. */
export const announcement = (
  environments: Readonly<Record<string, Announced>>,
  dashboard: AnnouncedDashboard,
  seconds: number,
  data: string | undefined,
): string => {
  const blocks = Object.entries(environments).map(
    ([name, { base_url, tenant_id, secret_key, public_key }]) =>
      [
        `  ${name.padEnd(9)}${base_url}`,
        `    tenant      ${tenant_id}`,
        `    secret key  ${secret_key}`,
        `    public key  ${public_key}`,
      ].join('\n'),
  );
  const [first] = Object.values(environments);
  const curl =
    first &&
    `  curl -H 'Api-Key: ${first.secret_key}' -H 'x-tenant-id: ${first.tenant_id}' ${first.base_url}accounts`;
  return [
    `Ready after ${seconds.toFixed(1)} s. ${data ? `The data is in ${data}.` : 'The data is in memory.'} Press Ctrl-C to stop.`,
    ...blocks,
    `  dashboard  ${dashboard.url}  ${dashboard.email}  ${dashboard.password}`,
    'A first request, ready to paste:',
    curl,
    '',
  ].join('\n\n');
};
