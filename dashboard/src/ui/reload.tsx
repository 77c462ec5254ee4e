import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, Fragment, type ReactNode, useContext, useState } from 'react';

const ReloadContext = createContext<() => void>(() => location.reload());

/** Lets what is below it begin anew, with nothing of what was read before; the person stays signed in. */
export const ReloadProvider = ({ children }: { readonly children: ReactNode }) => {
  const queries = useQueryClient();
  const [turn, setTurn] = useState(0);
  const reload = () => {
    setTurn(turn + 1);
    void queries.resetQueries();
  };
  return (
    <ReloadContext value={reload}>
      <Fragment key={turn}>{children}</Fragment>
    </ReloadContext>
  );
};

/** That what the person looks at is not what it is by now, and the way to see that. */
export const ChangedSince = () => {
  const reload = useContext(ReloadContext);
  return (
    <Alert type="warning" header="This changed after you opened it" action={<Button onClick={reload}>Reload</Button>}>
      Nothing was done. Reload to see the current version, then try again.
    </Alert>
  );
};
