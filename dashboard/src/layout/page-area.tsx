import { useIsFetching, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { createPath, useLocation, useNavigation } from 'react-router';

/**
 * The landmark of the page. It says at which address it is settled. That is so while the page of that address is drawn, and
 * nothing of it is read or changed. A program that drives the dashboard waits for that.
 */
export const PageArea = ({ children }: { readonly children: ReactNode }) => {
  const at = createPath(useLocation());
  const client = useQueryClient();
  const { state } = useNavigation();
  const isBusy = useIsFetching() + useIsMutating() > 0 || state !== 'idle';
  const [settled, setSettled] = useState<string>();
  // It runs after the effects of the page, which begin what the page reads.
  useEffect(() => {
    setSettled(isBusy || client.isFetching() > 0 ? undefined : at);
  }, [isBusy, client, at]);
  return (
    <main id="page" tabIndex={-1} className="page" data-settled={settled}>
      {children}
    </main>
  );
};
