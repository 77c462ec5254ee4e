import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { loadedOnce } from './loaded-once.ts';
import type { PickerProps } from './picker-list.tsx';

const loadList = loadedOnce(() => import('./picker-list.tsx'));

/** It is there before the press that opens the list, which shows the error if it cannot be loaded. */
const preload = () => void loadList().catch(() => undefined);

/** A list page has several pickers, and few people open one: the code of the choices is not part of the page. */
const PickerList = lazy(() => loadList().then((module) => ({ default: module.PickerList })));

/** A button that shows a choice and opens the list of choices below itself. */
export const Picker = (props: PickerProps) => {
  const { control, face, search } = props;
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { invalid, labelId, ...described } = control;
  const open = () => {
    // Safari does not focus a button that is clicked, and the list gives the focus back when it closes.
    opener.current?.focus();
    // Each search begins anew.
    search?.onChange('');
    setOpen(true);
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="input picker"
        {...described}
        aria-labelledby={`${labelId} ${control.id}`}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        data-invalid={invalid || undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open();
        }}
      >
        <span>{face}</span>
        <ChevronDown size={14} aria-hidden />
      </button>
      <Suspense>
        {isOpen && <PickerList {...props} at={opener} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
};
