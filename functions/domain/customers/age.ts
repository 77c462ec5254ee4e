/** Individuals younger than this cannot be customers; product.md, Customers. */
export const ageOfMajority = 18;

/** Full years between a birth date (`YYYY-MM-DD`) and a moment, by the UTC calendar; negative for a date to come. */
export const ageOn = (birthDate: string, now: Date): number => {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number);
  const beforeBirthday = now.getUTCMonth() + 1 < month || (now.getUTCMonth() + 1 === month && now.getUTCDate() < day);
  return now.getUTCFullYear() - year - (beforeBirthday ? 1 : 0);
};
