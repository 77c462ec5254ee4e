/** A name of the API as words: `requires_input` is “Requires input”. */
export const words = (name: string): string => {
  const text = name.replaceAll(/[_-]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** An amount of minor units, in the currency's own form. */
export const money = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

/** Who a customer is, or was. */
export const nameOf = (
  customer:
    | { readonly type: 'individual'; readonly first_name: string | null; readonly last_name: string | null }
    | { readonly type: 'business'; readonly legal_name: string | null },
): string => {
  const names = customer.type === 'individual' ? [customer.first_name, customer.last_name] : [customer.legal_name];
  return names.filter((name) => name !== null).join(' ') || 'Redacted customer';
};

/** A span of milliseconds, to be read. */
export const duration = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
