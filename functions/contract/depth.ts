/**
 * Whether objects and lists are nested at most `levels_max` deep: `{}` is one level, `1` none.
 * Level by level, without recursion: 200 KB of brackets must not end in a stack overflow.
 */
export const depthWithin = (value: unknown, levels_max: number): boolean => {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= levels_max; depth += 1) {
    const containers = level.filter((member) => typeof member === 'object' && member !== null);
    if (containers.length === 0) return true;
    level = containers.flatMap((container) => Object.values(container as object));
  }
  return false;
};
