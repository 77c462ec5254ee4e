import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSignIn } from '../session/session.tsx';
import { Loading } from '../ui/loaded.tsx';
import { Stopped } from './stopped.tsx';

/** Where the sign-in page leads back to: goes on to where somebody wanted to be. */
export const SignedIn = () => {
  const signIn = useSignIn();
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  const begun = useRef(false);
  useEffect(() => {
    // A code is good once.
    if (begun.current) return;
    begun.current = true;
    signIn.finish().then(
      (path) => navigate(path, { replace: true }),
      () => setFailed(true),
    );
  }, [signIn, navigate]);
  if (!failed) return <Loading />;
  return (
    <Stopped title="You are not signed in" button="Sign in" onClick={() => void signIn.start('/')}>
      The sign-in failed or took too long. Sign in again.
    </Stopped>
  );
};
