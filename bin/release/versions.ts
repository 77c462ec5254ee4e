const form = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/** Whether a text is a semantic version of three numbers: a release has no suffix. */
export const isVersion = (text: string): boolean => form.test(text);

/** Below zero if the first version is the older one, zero if both are the same. */
export const compareVersions = (one: string, other: string): number => {
  const [numbers, others] = [one, other].map((version) => version.split('.').map(Number)) as [
    number[],
    number[],
  ];
  const at = numbers.findIndex((number, nth) => number !== others[nth]);
  return at === -1 ? 0 : (numbers[at] ?? 0) - (others[at] ?? 0);
};
