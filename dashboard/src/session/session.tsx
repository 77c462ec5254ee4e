import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { type Ended, environmentIn, type Person, type SignIn, type SignIns } from './sign-in.ts';

const SessionContext = createContext<SignIns | null>(null);

/** Gives the pages below it the signed-in person. */
export const SessionProvider = ({
  signIns,
  children,
}: {
  readonly signIns: SignIns;
  readonly children: ReactNode;
}) => <SessionContext value={signIns}>{children}</SessionContext>;

/** Signing in to the environment of the page, and out. */
export const useSignIn = (): SignIn => {
  const signIns = useContext(SessionContext);
  const name = environmentIn(useLocation());
  if (!signIns) throw new Error('A page is used outside of its session.');
  return signIns[name];
};

/** The signed-in person, or null. */
export const usePerson = (): Person | null => {
  const signIn = useSignIn();
  const token = useSyncExternalStore(signIn.onChange, signIn.token);
  return token === '' ? null : signIn.person();
};

/** Why the pages cannot be shown any more; null while they can. */
export const useEnded = (): Ended | null => {
  const signIn = useSignIn();
  return useSyncExternalStore(signIn.onChange, signIn.ended);
};
