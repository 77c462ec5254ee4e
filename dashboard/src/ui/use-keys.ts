import { useEffect, useEffectEvent } from 'react';

/** Listens to keys wherever the focus is. A key that `onKey` answers true for does nothing else. */
export const useKeys = (onKey: (event: KeyboardEvent) => boolean): void => {
  const listener = useEffectEvent((event: KeyboardEvent) => {
    if (onKey(event)) event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
};
