/** Milliseconds between two looks. */
const interval = 250;

/**
 * Calls back when the process that started this one has ended. npm starts a script below a shell,
 * and a shell passes no signal on. A kill of npm ends the shell, at most. Then another process is
 * the parent; on Windows the parent is missing.
 */
export const onParentEnd = (ended: () => void): void => {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent && exists(parent)) return;
    clearInterval(watch);
    ended();
  }, interval);
  watch.unref();
};

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
