import { type ComponentType, lazy } from 'react';

/**
 * A component whose code is no part of the page. The code is loaded once, as soon as there is a network. Without one it
 * waits: a browser that failed to load a script can fail at once with each later try, until the page is loaded again.
 * `preload` loads the code before the component is shown, which shows the error if the code cannot be loaded.
 */
export const onDemand = <Props>(load: () => Promise<ComponentType<Props>>) => {
  let code: Promise<{ readonly default: ComponentType<Props> }> | undefined;
  const loadOnce = () => {
    code ??= online()
      .then(load)
      .then((Component) => ({ default: Component }));
    return code;
  };
  return {
    Component: lazy(loadOnce),
    preload: (): void => void loadOnce().catch(() => undefined),
  };
};

const online = async (): Promise<void> => {
  if (navigator.onLine) return;
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
};
