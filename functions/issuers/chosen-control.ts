import type { IssuerControl } from './issuer.ts';
import { simulatedControl } from './simulated-control.ts';
import { stripeControl } from './stripe/control.ts';

/** Every issuer that lib/environments.ts can name. */
const controls: Readonly<Record<string, () => IssuerControl>> = {
  simulator: simulatedControl,
  stripe: stripeControl,
};

/** That side of this environment's issuer (`CARD_ISSUER`). Once per process. */
export const issuerControl = (): IssuerControl => {
  const open = controls[process.env.CARD_ISSUER ?? ''];
  if (!open) throw new Error('CARD_ISSUER names no issuer: this function does not declare that it needs one');
  return open();
};
