/**
 * Loads code once, as soon as there is a network. Without one it waits: a browser that failed to load a
 * script can fail at once with each later try, until the page is loaded anew.
 */
export const loadedOnce = <Code>(load: () => Promise<Code>): (() => Promise<Code>) => {
  let code: Promise<Code> | undefined;
  return () => {
    code ??= online().then(load);
    return code;
  };
};

const online = async (): Promise<void> => {
  if (navigator.onLine) return;
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
};
