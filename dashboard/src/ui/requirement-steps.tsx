import type { ReactNode } from 'react';
import type { Requirement, Requirements, ResolvingCall } from '../api/client.ts';
import { requiredPerson, requirementLink, requirementText } from '../api/requirements.ts';
import { useResource } from '../api/use-read.ts';
import { filled, inSentence, sentence, t } from '../texts/texts.ts';
import { documentName, personName, words } from '../texts/words.ts';
import { Go } from './links.tsx';
import { Marked } from './marked.tsx';

type Steps = {
  readonly requirements: Requirements;
  /** Does a call on the page itself, where it can; elsewhere a link leads to where it is done. */
  readonly here?: (call: ResolvingCall) => ReactNode;
};

/** The missing requirements, as steps. Each links to its page; a check of the service is shown as in progress. */
export const RequirementSteps = ({ requirements, here }: Steps) => {
  const { currently_due, pending_verification } = requirements;
  return (
    <>
      {currently_due.length > 0 && (
        <ol className="plain-list" aria-label={t.all.nextSteps}>
          {currently_due.map((one) => (
            <Step key={one.code} requirement={one} {...(here && { here })} />
          ))}
        </ol>
      )}
      {pending_verification.map((one) => (
        <Marked key={one.code} as="waiting">
          {sentence(t.ui.requirementIn, { requirement: requirementText(one) })}
        </Marked>
      ))}
    </>
  );
};

const Step = ({
  requirement,
  here,
}: { readonly requirement: Requirement } & Pick<Steps, 'here'>) => {
  const { resolve_with, alternatives } = requirement;
  const person = requiredPerson(requirement.code);
  const text = (
    <>
      {requirementText(requirement)}
      {person && <PersonName id={person} />}
    </>
  );
  const others = alternatives.flatMap((call): [ResolvingCall, string][] => {
    const to = requirementLink(call);
    return to === null ? [] : [[call, to]];
  });
  const act = resolve_with && here?.(resolve_with);
  const link = resolve_with && requirementLink(resolve_with);
  return (
    <li>
      {link && !act ? <Go to={link}>{text}</Go> : text} {act}
      {others.length > 0 && (
        <div>
          {' '}
          <small>
            {sentence(t.ui.orOthers, {
              others: others.map(([call, to]) => (
                <span key={to} className="alternative">
                  <Go to={to}>{alternativeName(call)}</Go>
                </span>
              )),
            })}
          </small>
        </div>
      )}
    </li>
  );
};

const PersonName = ({ id }: { readonly id: string }) => {
  const { data } = useResource('person', id);
  return data && <bdi>, {personName(data)}</bdi>;
};

/** The name of another way to do a step: the document, the role of a person, or the field. */
const alternativeName = ({ method, body }: ResolvingCall): string => {
  const { type, side, roles } = (body ?? {}) as { readonly [field: string]: string | undefined };
  if (type) return documentName({ type, side: side ?? null });
  if (roles)
    return filled(method === 'POST' ? t.ui.anotherPerson : t.ui.thePersonThere, {
      role: inSentence(words([roles].flat().at(-1) ?? '')),
    });
  return words(Object.keys(body ?? {})[0] ?? t.ui.anotherOption);
};
