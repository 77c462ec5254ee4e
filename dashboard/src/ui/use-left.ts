import { useEffect } from 'react';

/** Calls when the browser goes back or forward, which leaves what is open over a page. */
export const useLeft = (onLeft: () => void): void => {
  useEffect(() => {
    addEventListener('popstate', onLeft);
    return () => removeEventListener('popstate', onLeft);
  }, [onLeft]);
};
