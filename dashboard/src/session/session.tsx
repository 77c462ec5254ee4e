import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Person, SignIn } from './sign-in.ts';

const SessionContext = createContext<SignIn | null>(null);

/** Gives the pages below it the signed-in person. */
export const SessionProvider = ({ signIn, children }: { readonly signIn: SignIn; readonly children: ReactNode }) => (
  <SessionContext value={signIn}>{children}</SessionContext>
);

/** Signing in and out. */
export const useSignIn = (): SignIn => {
  const signIn = useContext(SessionContext);
  if (!signIn) throw new Error('A page is used outside of its session.');
  return signIn;
};

/** The signed-in person, or null. */
export const usePerson = (): Person | null => {
  const signIn = useSignIn();
  const token = useSyncExternalStore(signIn.onChange, signIn.token);
  return token === '' ? null : signIn.person();
};

/** Whether the API rejects a person who has just signed in again. */
export const useRejected = (): boolean => {
  const signIn = useSignIn();
  return useSyncExternalStore(signIn.onChange, signIn.isRejected);
};
