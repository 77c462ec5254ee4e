import { X } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { t } from '../texts/texts.ts';
import { onDemand } from './on-demand.ts';

const { Component: Modal, preload } = onDemand(() =>
  import('./modal.tsx').then(({ Modal: shown }) => shown),
);

/** Loads the code of a question that is to open without the network, too. */
export const preloadQuestion = preload;

/** A dialog that asks something: its title, its meaning and fields, and its buttons. */
export const Question = (props: {
  readonly title: string;
  readonly footer: ReactNode;
  readonly staysOnBack?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) => {
  const { title, footer, staysOnBack = false, onClose, children } = props;
  return (
    <Suspense>
      <Modal label={title} place="middle" staysOnBack={staysOnBack} onClose={onClose}>
        <div className="question">
          <div className="question-head">
            <h2 className="wrap-anywhere">{title}</h2>
            <button
              type="button"
              className="icon-button"
              aria-label={t.all.close}
              onClick={onClose}
            >
              <X size={16} aria-hidden />
            </button>
          </div>
          <div className="question-body">{children}</div>
          <div className="question-foot">{footer}</div>
        </div>
      </Modal>
    </Suspense>
  );
};
