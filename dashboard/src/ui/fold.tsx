import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

/** A part of a page that is drawn, and read, only while it is open. */
export const Fold = (props: {
  readonly title: string;
  /** The text beside the title. */
  readonly note?: string | undefined;
  readonly heading?: 'h3';
  readonly isOpenFirst?: boolean;
  readonly children: ReactNode;
}) => {
  const { title, note, heading: Heading = 'div', isOpenFirst = false, children } = props;
  const [isOpen, setOpen] = useState(isOpenFirst);
  const id = useId();
  return (
    <div className="fold">
      <div className="fold-head">
        <Heading>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-describedby={note && id}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight size={16} aria-hidden />
            {title}
          </button>
        </Heading>
        {note && (
          <span className="muted" id={id}>
            {note}
          </span>
        )}
      </div>
      {isOpen && <div className="fold-content">{children}</div>}
    </div>
  );
};
