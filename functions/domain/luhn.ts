/** Whether digits end in their check digit (ISO/IEC 7812-1, annex B): from the right, every second one is doubled and its digits added. */
export const luhnValid = (digits: string): boolean => luhnSum(digits) % 10 === 0;

/** The digit that makes digits valid when it is put behind them. */
export const checkDigitOf = (digits: string): string => String((10 - (luhnSum(`${digits}0`) % 10)) % 10);

const luhnSum = (digits: string): number => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum;
};
