import { X } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { t } from '../texts/texts.ts';
import { loadedOnce } from './loaded-once.ts';

const loadModal = loadedOnce(() => import('./modal.tsx'));

/** Loads what a question needs that is to open without the network, too. */
export const preloadQuestion = () => void loadModal().catch(() => undefined);

const Modal = lazy(() => loadModal().then((module) => ({ default: module.Modal })));

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
