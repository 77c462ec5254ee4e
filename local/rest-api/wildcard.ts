/** Matches as IAM does: `*` is any text, `?` any one character. Walked by hand, since many stars make a regular expression crawl. */
export const matches = (pattern: string, text: string): boolean => {
  let [p, t, star, mark] = [0, 0, -1, 0];
  while (t < text.length) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p++;
      mark = t;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === text[t])) {
      p += 1;
      t += 1;
    } else if (star >= 0) {
      p = star + 1;
      mark += 1;
      t = mark;
    } else {
      return false;
    }
  }
  return [...pattern.slice(p)].every((each) => each === '*');
};
