import type { Shared } from './page.ts';
import { minutesOf, type Step, stepsOf } from './steps.ts';
import { filled } from './texts/filled.ts';

/** The steps of the page: what is done, what is next, and about how long the rest takes. */
export const Steps = ({
  texts,
  state,
  sent,
}: Pick<Shared, 'texts' | 'state'> & { sent: number }) => {
  const steps = stepsOf(state, sent);
  const current = steps.find(({ left }) => left > 0)?.name;
  const time = minutesOf(steps);
  const titles = {
    details: state.type === 'business' ? texts.businessDetails : texts.details,
    persons: texts.persons,
    documents: texts.documents,
    check: texts.check,
  };
  const leftOf = ({ name, left }: Step): string => {
    if (left === 0) return texts.done;
    if (name !== 'documents') return '';
    return left === 1 ? texts.fileLeft : filled(texts.filesLeft, { count: String(left) });
  };
  return (
    <nav className="steps" aria-label={texts.steps}>
      <ol>
        {steps.map((step) => (
          <li
            key={step.name}
            data-done={step.left === 0}
            aria-current={step.name === current ? 'step' : undefined}
          >
            <span>{titles[step.name]}</span>
            <span className="hint">{leftOf(step)}</span>
          </li>
        ))}
      </ol>
      <p className="hint">
        {time === 1 ? texts.aboutAMinute : filled(texts.aboutMinutes, { minutes: String(time) })}
      </p>
    </nav>
  );
};
