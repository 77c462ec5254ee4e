/** Whether a value fits a pattern of IAM: `*` is any text, `?` any one character; everything else is itself. */
export const wildcard = (pattern: string, flags = ''): ((value: string) => boolean) => {
  if (pattern === '*') return () => true;
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '[^]*')
    .replaceAll('?', '[^]');
  const expression = new RegExp(`^${source}$`, flags);
  return (value) => expression.test(value);
};
