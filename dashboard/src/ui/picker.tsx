import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, Suspense, useRef, useState } from 'react';
import { onDemand } from './on-demand.ts';
import type { PickerProps } from './picker-list.tsx';

/** A list page has several pickers, and few people open one. The code is there before the press that opens the list. */
const { Component: PickerList, preload } = onDemand(() =>
  import('./picker-list.tsx').then(({ PickerList: shown }) => shown),
);

/** A button that shows a choice and opens the list of choices below itself. */
export const Picker = (props: PickerProps) => {
  const { control, face, search } = props;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const { invalid, labelId, ...described } = control;
  const open = () => {
    // Safari does not focus a button that is clicked, and the list gives the focus back when it closes.
    opener.current?.focus();
    // Each search begins anew.
    search?.onChange('');
    setTyped('');
    setOpen(true);
  };
  const onKey = (event: KeyboardEvent) => {
    if (isOpen) {
      // The list has not come yet, and gets the focus with it. Letters typed until then go into its search, or to the choice
      // that begins with them.
      const text = textAfter(search?.value ?? typed, event);
      if (event.key === 'Escape') setOpen(false);
      else if (text !== undefined) (search?.onChange ?? setTyped)(text);
      else if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      open();
    }
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
        onKeyDown={onKey}
      >
        <span>{face}</span>
        <ChevronDown size={14} aria-hidden />
      </button>
      <Suspense>
        {isOpen && (
          <PickerList {...props} typed={typed} at={opener} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
};

/** A text after a key; undefined if the key types nothing. */
const textAfter = (text: string, event: KeyboardEvent): string | undefined => {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Backspace') return text.slice(0, -1);
  return [...key].length === 1 ? `${text}${key}` : undefined;
};
