import { currentCatalogue } from '../catalogue.ts';

/** The currencies that cards are offered in. */
export const cardCurrencies: readonly string[] = Object.keys(currentCatalogue.daily_caps);

type Caps = Readonly<Record<string, number>>;

/** The usual caps of a day by currency, in minor units: as `DAILY_CAPS` of the environment says, else as the catalogue. */
const dailyCapsFrom = ({ DAILY_CAPS = '{}' }: { readonly DAILY_CAPS?: string | undefined }): Caps => {
  const own: Caps = JSON.parse(DAILY_CAPS);
  return Object.fromEntries(cardCurrencies.map((each) => [each, own[each] ?? currentCatalogue.daily_caps[each] ?? 0]));
};

/** Read once at start. The client carries this file into browsers, which have no process. */
const caps = dailyCapsFrom(globalThis.process?.env ?? {});

/** The usual cap of a day in a currency; without one nothing can be spent. */
export const dailyCapIn = (currency: string): number => (Object.hasOwn(caps, currency) ? (caps[currency] ?? 0) : 0);
