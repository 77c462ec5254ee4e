import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { preloadQuestion, Question } from './question.tsx';
import { Buttons } from './values.tsx';

/** Asks before a page is left whose form is filled: within the dashboard by a question of its own, otherwise by the browser's. */
export const useLeaving = (isFilled: boolean) => {
  const isWanted = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isFilled && !isWanted.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isFilled) return;
    preloadQuestion();
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isFilled]);
  const question = blocker.state === 'blocked' && (
    <Question
      title={t.ui.leaveTitle}
      // The browser has gone back and forth again: the question stays.
      staysOnBack
      onClose={blocker.reset}
      footer={
        <Buttons>
          <Button variant="link" onClick={blocker.proceed}>
            {t.ui.leave}
          </Button>
          <Button variant="primary" onClick={blocker.reset}>
            {t.ui.stay}
          </Button>
        </Buttons>
      }
    >
      {t.ui.leaveMeaning}
    </Question>
  );
  /** Leaves without a question. */
  const without = (leave: () => void) => {
    isWanted.current = true;
    leave();
  };
  return { question, without };
};
