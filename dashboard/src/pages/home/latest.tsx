import type { ReactNode } from 'react';
import { type Read, useRead } from '../../api/use-read.ts';
import { money } from '../../texts/money.ts';
import { t } from '../../texts/texts.ts';
import { clockTime, decisionText, words } from '../../texts/words.ts';
import { Go } from '../../ui/links.tsx';
import { Loaded, Section } from '../../ui/page.tsx';
import { PlaceLink } from '../../ui/place-link.tsx';
import { Status } from '../../ui/values.tsx';
import { merchantName } from '../authorizations/merchant.ts';
import { subjectOf } from '../events/subjects.ts';
import { early_ms, home_ms } from './follow.ts';

const shown = 6;

const follow = ({ data }: { readonly data: readonly unknown[] }) => (data[0] ? home_ms : early_ms);

/** The latest declined payments and the latest events. */
export const Latest = () => (
  <div className="halves">
    <Rows
      title={t.home.latestDeclines}
      all={<Go to="/authorizations?approved=false">{t.home.allDeclines}</Go>}
      query={useRead(
        'authorizations.list-all',
        { query: { approved: 'false', limit: shown } },
        { follow },
      )}
      empty={t.home.noDeclines}
    >
      {(one) => (
        <li key={one.id}>
          <PlaceLink to={`/authorizations/${one.id}`}>{merchantName(one)}</PlaceLink>
          <span>{money(one.amount, one.currency)}</span>
          <Status status="rejected" label={decisionText(one)} />
        </li>
      )}
    </Rows>
    <Rows
      title={t.home.latestEvents}
      all={<Go to="/events">{t.home.allEvents}</Go>}
      query={useRead('events.list', { query: { limit: shown } }, { follow })}
      empty={t.home.noEvents}
    >
      {(one) => (
        <li key={one.id}>
          <PlaceLink to={`/events/${one.id}`}>{words(one.type)}</PlaceLink>
          <span className="muted">{subjectOf(one)}</span>
          <time className="muted" dateTime={one.created_at}>
            {clockTime(one.created_at)}
          </time>
        </li>
      )}
    </Rows>
  </div>
);

const Rows = <Item,>(props: {
  readonly title: string;
  readonly all: ReactNode;
  readonly query: Read<{ readonly data: readonly Item[] }>;
  readonly empty: string;
  readonly children: (one: Item) => ReactNode;
}) => {
  const { title, all, query, empty, children } = props;
  return (
    <Section title={title} actions={all}>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="muted">{empty}</p>
          ) : (
            <ul className="rows">{data.map((one) => children(one))}</ul>
          )
        }
      </Loaded>
    </Section>
  );
};
