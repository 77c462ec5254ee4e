import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { t } from '../texts/texts.ts';
import { Modal } from '../ui/modal.tsx';
import { Brand, Sections } from './sidebar.tsx';

/** The sections on a narrow page, over it until one is chosen. */
export const Sheet = ({ onClose }: { readonly onClose: () => void }) => {
  const { pathname } = useLocation();
  const opened = useRef(pathname);
  useEffect(() => {
    if (pathname !== opened.current) onClose();
  }, [pathname, onClose]);
  return (
    <Modal label={t.layout.navigation} place="side" onClose={onClose}>
      <div className="sidebar">
        <Brand />
        <Sections />
      </div>
    </Modal>
  );
};
