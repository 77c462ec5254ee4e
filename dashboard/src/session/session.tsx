import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Person, SignIn } from './sign-in.ts';

const SessionContext = createContext<SignIn | null>(null);

/** Gives the pages below it who is signed in. */
export const SessionProvider = ({ signIn, children }: { readonly signIn: SignIn; readonly children: ReactNode }) => (
  <SessionContext value={signIn}>{children}</SessionContext>
);

/** Signing in and out. */
export const useSignIn = (): SignIn => {
  const signIn = useContext(SessionContext);
  if (!signIn) throw new Error('A page stands outside of its session.');
  return signIn;
};

/** Who is signed in; null while nobody is. */
export const usePerson = (): Person | null => {
  const signIn = useSignIn();
  const token = useSyncExternalStore(signIn.onChange, signIn.token);
  return token === '' ? null : signIn.person();
};

/** Whether the API refuses whoever signs in. */
export const useInVain = (): boolean => {
  const signIn = useSignIn();
  return useSyncExternalStore(signIn.onChange, signIn.isInVain);
};
