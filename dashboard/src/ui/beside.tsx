import { ArrowUpRight, X } from 'lucide-react';
import { type ComponentType, createContext, Suspense, useContext } from 'react';
import { createPortal } from 'react-dom';
import { useParams } from 'react-router';
import { type Placed, places } from '../api/places.ts';
import { t } from '../texts/texts.ts';
import { PlaceLink } from './place-link.tsx';

/** Where the shell has room beside a page. */
export const beside_id = 'beside';

/** The pages of objects that the lists below can show beside themselves. */
export const BesidePages = createContext<Readonly<Partial<Record<Placed, ComponentType>>>>({});

/** The object that is shown beside a list; undefined on a page of its own. */
const ShownContext = createContext<string | undefined>(undefined);

/** Whether the page around is shown beside a list. */
export const useIsBeside = (): boolean => useContext(ShownContext) !== undefined;

/** The id of the object that a page shows: that of its route, or the one beside a list. */
export const useShownId = (name: Placed): string => {
  const { [name]: id = '' } = useParams();
  return useContext(ShownContext) ?? id;
};

/** One object of a list beside the list. */
export const Beside = (props: {
  readonly name: Placed;
  /** Undefined until a row is chosen. */
  readonly id: string | undefined;
  readonly onClose: () => void;
}) => {
  const { name, id, onClose } = props;
  const Shown = useContext(BesidePages)[name];
  const place = document.getElementById(beside_id);
  if (!place || !Shown) return null;
  return createPortal(
    <aside className="beside-list" aria-label={t.lists.sidePanel}>
      <div className="beside-tools">
        {id !== undefined && (
          <PlaceLink to={`/${places[name]}/${id}`}>
            {t.lists.openPage} <ArrowUpRight size={14} aria-hidden />
          </PlaceLink>
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={t.lists.closePanel}
          title={t.lists.closePanel}
          onClick={onClose}
        >
          <X size={16} aria-hidden />
        </button>
      </div>
      {id === undefined ? (
        <p className="muted">{t.lists.chooseRow}</p>
      ) : (
        <ShownContext value={id}>
          <Suspense>
            <Shown />
          </Suspense>
        </ShownContext>
      )}
    </aside>,
    place,
  );
};
