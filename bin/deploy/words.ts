/** The options of `npm run deploy` as they were read. */
type Given = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** The environments whose stacks the words name; a pattern before the slash can name several. */
export const environmentsOf = (
  stacks: readonly string[],
  isAll: boolean,
  names: readonly string[],
): string[] => {
  if (isAll) return [...names];
  const patterns = stacks.map((stack) => stack.split('/')[0] ?? '');
  return names.filter((name) => patterns.some((pattern) => matches(name, pattern)));
};

const matches = (name: string, pattern: string): boolean => {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(name);
};

/** The words that check an account for an environment with these settings. */
export const preflightWords = (name: string, context: readonly string[] = []): string[] => {
  const settings = context.filter((one) => /^(environments|settings)=/.test(one));
  return ['bin/ops/preflight.ts', name, ...settings.flatMap((one) => ['-c', one])];
};

/** The words of `cdk deploy`: the stacks, and each option that is the CDK's own. */
export const cdkWords = (stacks: readonly string[], given: Given): string[] => {
  const options = Object.entries(given).flatMap(([name, value]) => {
    if (name === 'skip-preflight' || value === undefined || value === false) return [];
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((one) => (one === true ? [`--${name}`] : [`--${name}`, String(one)]));
  });
  return [...stacks, ...options];
};
