import { ChevronsUpDown, CircleUserRound, Search } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useEnvironment } from '../api/environment.tsx';
import { usePerson } from '../session/session.tsx';
import { t } from '../texts/texts.ts';
import { onDemand } from '../ui/on-demand.ts';
import { Navigation } from './navigation.tsx';

const { Component: PersonMenu } = onDemand(() =>
  import('./person-menu.tsx').then(({ PersonMenu: shown }) => shown),
);

/** The product's mark and name, which lead home. */
export const Brand = () => {
  const { name, settings } = useEnvironment();
  return (
    <Link to={`/${name}/home`} className="brand">
      <img src="/icon.svg" alt="" width={20} height={20} />
      <span>{settings.product.name}</span>
    </Link>
  );
};

/** Opens the search. */
export const SearchButton = ({ onSearch }: { readonly onSearch: () => void }) => (
  <button
    type="button"
    className="search-button"
    aria-label={t.layout.search}
    aria-keyshortcuts="Control+K Meta+K"
    data-keys={t.layout.ctrlK}
    onClick={onSearch}
  >
    <Search size={16} strokeWidth={1.75} aria-hidden />
    <span>{t.layout.search}</span>
  </button>
);

/** The sections, and at their end who is signed in. */
export const Sections = () => (
  <>
    <Navigation />
    <Person />
  </>
);

const Person = () => {
  const person = usePerson();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="nav-item"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <CircleUserRound size={16} strokeWidth={1.75} aria-hidden />
        <span className="nav-text">{person?.email}</span>
        <ChevronsUpDown size={14} aria-hidden />
      </button>
      <Suspense>{isOpen && <PersonMenu at={button} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
};
