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
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Popover } from 'react-aria-components/Popover';
import { language, languages } from '../texts/language.ts';
import { useLeft } from './use-left.ts';

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
  useLeft(onClose);
  return (
    <I18nProvider locale={languages[language].dates}>
      <Popover
        className="menu calendar"
        aria-label={label}
        triggerRef={at}
        placement="bottom end"
        offset={4}
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
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
    </I18nProvider>
  );
};
