import { currentCatalogue } from '../catalogue.ts';

/** The currencies that cards are offered in. */
export const cardCurrencies: readonly string[] = Object.keys(currentCatalogue.daily_caps);

/**
 * The usual cap of a day in a currency, in minor units: as `DAILY_CAPS` of the environment says, else as the catalogue; without
 * one nothing can be spent. The client carries this file into browsers, which have no process.
 */
export const dailyCapIn = (currency: string): number => {
  if (!Object.hasOwn(currentCatalogue.daily_caps, currency)) return 0;
  const own: typeof currentCatalogue.daily_caps = JSON.parse(globalThis.process?.env.DAILY_CAPS ?? '{}');
  return own[currency] ?? currentCatalogue.daily_caps[currency] ?? 0;
};
