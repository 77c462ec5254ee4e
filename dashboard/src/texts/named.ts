/** A code of a standard with its name, as forms offer it. */
export const named = (value: string, name = value) => ({
  value,
  label: name === value ? value : `${name} (${value})`,
});
