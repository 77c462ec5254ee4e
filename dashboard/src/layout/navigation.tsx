import { ChevronDown, Settings } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { Overview } from '../api/client.ts';
import { useEnvironment } from '../api/environment.tsx';
import { useRead } from '../api/use-read.ts';
import { number, t } from '../texts/texts.ts';
import { configurePlaces, type NavigationItem, placeGroups } from './places.ts';

/** Every section of the dashboard, with what waits in it; Manage, then Configure, then API keys. */
export const Navigation = () => {
  const { name } = useEnvironment();
  const { data } = useRead('overview.get', {});
  return (
    <nav aria-label={t.layout.navigation} className="nav">
      {placeGroups.map(({ title, places }) => (
        <div key={title ?? ''} className="nav-group">
          {title && <div className="nav-title">{title}</div>}
          {places
            .filter(({ only }) => only === undefined || only === name)
            .map(({ path, text, icon: Icon, waiting }) => (
              <Item key={path} path={path}>
                <Icon size={16} strokeWidth={1.75} aria-hidden />
                <span className="nav-text">{text}</span>
                {waiting && data && <Waiting of={waiting(data)} />}
              </Item>
            ))}
        </div>
      ))}
      <Manage />
    </nav>
  );
};

const Item = ({
  path,
  children,
}: Pick<NavigationItem, 'path'> & { readonly children: ReactNode }) => {
  const { name } = useEnvironment();
  return (
    <NavLink to={`/${name}/${path}`} end={path === 'configure'} className="nav-item">
      {children}
    </NavLink>
  );
};

const Waiting = ({ of: { count, more } }: { readonly of: Overview['undelivered'] }) =>
  count > 0 && <span className="nav-count">{more ? `${number(count)}+` : number(count)}</span>;

const Manage = () => {
  const { pathname } = useLocation();
  const isThere = pathname.split('/')[2] === 'configure';
  const [isOpen, setOpen] = useState(isThere);
  return (
    <div className="nav-group nav-last">
      <button
        type="button"
        className="nav-item"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Settings size={16} strokeWidth={1.75} aria-hidden />
        <span className="nav-text">{t.all.manage}</span>
        <ChevronDown size={14} aria-hidden className="nav-fold" />
      </button>
      {isOpen && (
        <div className="nav-inner" ref={bringIntoSight}>
          <Item path="configure">{t.all.configure}</Item>
          {configurePlaces.map(({ path, text }) => (
            <Item key={path} path={path}>
              {text}
            </Item>
          ))}
        </div>
      )}
    </div>
  );
};

/** The navigation scrolls where it is higher than the window. */
const bringIntoSight = (places: HTMLElement | null) => places?.scrollIntoView({ block: 'nearest' });
