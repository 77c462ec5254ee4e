/** A postal address; who has none has null instead. */
export type Address = {
  line1: string | null;
  line2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
};

/** Countries whose addresses have no postal code, or whose codes are in no everyday use. */
const withoutPostalCodes: ReadonlySet<string> = new Set(
  (
    'AE AG AO AQ AW BB BF BH BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM EC ER FJ GA GD GH GM GQ GY HK HN JM KI KM KN KP ' +
    'LB LC LY ML MO MR MS MU MW NG NI NR NU PA PS QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TT TV UG VU WS YE ZW'
  ).split(' '),
);

/** Whether addresses of a country have postal codes. */
export const hasPostalCodes = (country: string): boolean => !withoutPostalCodes.has(country);

/** The members without which an address of a country names no place. */
export const neededOf = (country: string | null): readonly (keyof Address)[] =>
  country === null || hasPostalCodes(country)
    ? ['line1', 'city', 'postal_code', 'country']
    : ['line1', 'city', 'country'];

/** The members that an address lacks to name a place; of none, all of them. */
export const missingOf = (address: Address | null): readonly (keyof Address)[] =>
  neededOf(address?.country ?? null).filter((member) => (address?.[member] ?? null) === null);
