import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { t } from '../texts/texts.ts';
import { useGo } from '../ui/links.tsx';
import { Modal } from '../ui/modal.tsx';
import { type FoundPage, useFound } from './find.ts';

/** Finds a resource or a section by what is typed, and opens the first with Enter. */
export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const go = useGo();
  const found = useFound();
  const { typed, setTyped, pages, sections, isSearching } = found;
  const options = [...pages, ...sections];
  const [at, setAt] = useState(0);
  // Enter before the answer opens the first result once it is there.
  const [isAwaited, setAwaited] = useState(false);
  const list = useId();
  const open = ({ path }: FoundPage) => {
    onClose();
    go(path);
  };
  useEffect(() => {
    if (!isAwaited || isSearching) return;
    setAwaited(false);
    if (options[0]) open(options[0]);
  });
  const onKey = (event: KeyboardEvent) => {
    const last = options.length - 1;
    const to = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at === 0 ? last : at - 1 }[
      event.key
    ];
    const chosen = options[at];
    if (to !== undefined) setAt(to);
    else if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    else if (chosen && (!isSearching || at > 0)) open(chosen);
    else setAwaited(true);
    event.preventDefault();
  };
  const groupOf = (title: string, group: readonly FoundPage[], from: number) =>
    group.length > 0 && (
      // biome-ignore lint/a11y/useSemanticElements: a group of options in a list that the field has the focus of.
      <div role="group" aria-label={title}>
        <div aria-hidden className="menu-title">
          {title}
        </div>
        {group.map((one, nth) => (
          <Option
            key={one.path}
            id={`${list}-${from + nth}`}
            of={one}
            isMarked={from + nth === at}
            onMark={() => setAt(from + nth)}
            onOpen={() => open(one)}
          />
        ))}
      </div>
    );
  return (
    <Modal label={t.layout.search} place="middle" onClose={onClose}>
      <input
        className="palette-field"
        type="text"
        role="combobox"
        aria-label={t.layout.search}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={list}
        aria-activedescendant={options[at] && `${list}-${at}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={t.layout.nameEMailId}
        value={typed}
        // biome-ignore lint/a11y/noAutofocus: it is what the dialog was opened for.
        autoFocus
        onKeyDown={onKey}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
          setAwaited(false);
        }}
      />
      <div id={list} role="listbox" aria-label={t.layout.search} className="palette-list">
        {groupOf(t.layout.found, pages, 0)}
        {groupOf(t.layout.pages, sections, pages.length)}
      </div>
      <p role="status" className="palette-status">
        {statusOf(found)}
      </p>
    </Modal>
  );
};

const statusOf = ({
  isSearching,
  isFailed,
  hasSearched,
  pages,
  more,
}: ReturnType<typeof useFound>): string => {
  if (isSearching) return t.layout.searching;
  if (isFailed) return t.layout.theSearchFailedTry;
  if (more) return t.layout.thereAreMoreNames;
  return hasSearched && pages.length === 0 ? t.layout.nothingWasFound : '';
};

const Option = (props: {
  readonly id: string;
  readonly of: FoundPage;
  readonly isMarked: boolean;
  readonly onMark: () => void;
  readonly onOpen: () => void;
}) => {
  const { id, of, isMarked, onMark, onOpen } = props;
  useEffect(() => {
    if (isMarked) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [isMarked, id]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field takes the keys.
    <div
      id={id}
      role="option"
      aria-selected={isMarked}
      className="menu-item"
      onMouseMove={onMark}
      onClick={onOpen}
    >
      <span>{of.label}</span>
      {of.description && <small>{of.description}</small>}
    </div>
  );
};
