import { parseDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  Calendar as Days,
} from 'react-aria-components/Calendar';
import { language, languages } from '../texts/language.ts';
import { Popover } from './popover.tsx';

/** The days of a month over the page, of which one is chosen. */
export const Calendar = (props: {
  readonly label: string;
  /** The chosen day; empty where none is. */
  readonly value: string;
  readonly at: { readonly current: HTMLElement | null };
  readonly onChoose: (day: string) => void;
  readonly onClose: () => void;
}) => {
  const { label, value, at, onChoose, onClose } = props;
  return (
    <Popover
      className="menu calendar"
      label={label}
      at={at}
      locale={languages[language].dates}
      placement="bottom end"
      offset={4}
      onClose={onClose}
    >
      <Days
        aria-label={label}
        autoFocus
        value={value === '' ? null : parseDate(value)}
        onChange={(day) => onChoose(day.toString())}
      >
        <div className="calendar-head">
          <Button slot="previous" className="icon-button">
            <ChevronLeft size={16} aria-hidden />
          </Button>
          <CalendarHeading />
          <Button slot="next" className="icon-button">
            <ChevronRight size={16} aria-hidden />
          </Button>
        </div>
        <CalendarGrid weekdayStyle="short">
          <CalendarGridHeader>
            {(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(day) => <CalendarCell date={day} className="calendar-day" />}
          </CalendarGridBody>
        </CalendarGrid>
      </Days>
    </Popover>
  );
};
