/**
 * Digits after the point, where a currency has not two of them (ISO 4217, list one). `Intl` is no source: it knows how amounts
 * are written, and writes HUF, COP and IDR without the minor units that they have.
 */
const minorDigitsOf: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
};

/** How many digits of an amount in minor units are after the point. */
export const minorDigits = (currency: string): number =>
  Object.hasOwn(minorDigitsOf, currency) ? (minorDigitsOf[currency] ?? 2) : 2;

type Withdrawn = {
  /** The first day without it, `YYYY-MM-DD`. */
  readonly since: string;
  /** Its successor. */
  readonly replaced_by: string;
};

/** Currencies that runtimes still know and that no new card may have. Dates are those of the amendments of ISO 4217. */
const withdrawnCurrencies: Readonly<Record<string, Withdrawn>> = {
  // Amendment 176: the Caribbean guilder of Curaçao and Sint Maarten.
  ANG: { since: '2025-03-31', replaced_by: 'XCG' },
  // Decision of the Council of the European Union of 8 July 2025: Bulgaria adopts the euro.
  BGN: { since: '2026-01-01', replaced_by: 'EUR' },
  // Amendment 178: the convertible peso of Cuba.
  CUC: { since: '2021-01-01', replaced_by: 'CUP' },
  // Amendment 174: Croatia adopted the euro.
  HRK: { since: '2023-01-01', replaced_by: 'EUR' },
  // Amendments 171 to 175: the new leone of Sierra Leone.
  SLL: { since: '2022-07-01', replaced_by: 'SLE' },
  // Amendment 177: Zimbabwe Gold.
  ZWL: { since: '2024-06-25', replaced_by: 'ZWG' },
};

/** The sentence about a currency that was withdrawn; undefined for all others. */
export const withdrawnDetail = (currency: string): string | undefined => {
  const withdrawn = Object.hasOwn(withdrawnCurrencies, currency)
    ? withdrawnCurrencies[currency]
    : undefined;
  return (
    withdrawn &&
    `Must not be ${currency}: ${withdrawn.replaced_by} replaced it on ${withdrawn.since}.`
  );
};
