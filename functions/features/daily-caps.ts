/**
 * The usual cap of a day, by the currency of the card: minor units, each worth about 5 000 US dollars. Cards are offered in
 * these currencies. To add one is a change of this table alone; an environment may have other amounts.
 */
const usual_daily_caps: Readonly<Record<string, number>> = {
  ...{ AED: 1_800_000, AUD: 750_000, BGN: 900_000, BHD: 1_900_000, BRL: 2_500_000, CAD: 700_000, CHF: 450_000 },
  ...{ CLP: 4_500_000, CNY: 3_500_000, COP: 2_000_000_000, CZK: 11_000_000, DKK: 3_500_000, EUR: 500_000 },
  ...{ GBP: 400_000, HKD: 4_000_000, HUF: 180_000_000, IDR: 8_000_000_000, ILS: 1_800_000, INR: 42_000_000 },
  ...{ ISK: 650_000, JOD: 3_500_000, JPY: 750_000, KRW: 7_000_000, KWD: 1_500_000, MXN: 9_000_000, MYR: 2_200_000 },
  ...{ NOK: 5_000_000, NZD: 850_000, OMR: 1_900_000, PEN: 1_900_000, PHP: 28_000_000, PLN: 2_000_000, QAR: 1_800_000 },
  ...{ RON: 2_300_000, SAR: 1_900_000, SEK: 5_000_000, SGD: 650_000, THB: 17_000_000, TND: 15_000_000 },
  ...{ TRY: 20_000_000, TWD: 16_000_000, UAH: 20_000_000, USD: 500_000, VND: 125_000_000, ZAR: 9_000_000 },
};

/** The currencies that cards are offered in. */
export const cardCurrencies: readonly string[] = Object.keys(usual_daily_caps);

/**
 * The usual cap of a day in a currency: as `DAILY_CAPS` of the environment says, else as above; without one nothing can be spent.
 * The client carries this file into browsers, which have no process.
 */
export const dailyCapIn = (currency: string): number => {
  if (!Object.hasOwn(usual_daily_caps, currency)) return 0;
  const own: typeof usual_daily_caps = JSON.parse(globalThis.process?.env.DAILY_CAPS ?? '{}');
  return own[currency] ?? usual_daily_caps[currency] ?? 0;
};
