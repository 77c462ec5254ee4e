import {
  CircleCheck,
  KeyRound,
  type LucideIcon,
  ScanFace,
  Send,
  UserRoundSearch,
  Webhook,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Overview } from '../../api/client.ts';
import { counted, filled, sentence, t } from '../../texts/texts.ts';
import { disabledText, healthText } from '../../texts/webhooks.ts';
import { WebhookLink } from '../../ui/links.tsx';
import { Section } from '../../ui/page.tsx';
import { PlaceLink } from '../../ui/place-link.tsx';
import { Time, TimeStyle } from '../../ui/values.tsx';

type Task = {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly text: ReactNode;
  readonly detail?: ReactNode;
  readonly since?: string | null;
  readonly to: string;
  readonly action: string;
};

/** The tasks that need a person, each with the action that leads to the very thing. */
export const Attention = ({ overview }: { readonly overview: Overview }) => {
  const tasks = tasksOf(overview);
  return (
    <Section title={t.home.needsAttention}>
      {tasks.length === 0 ? (
        <p className="all-good">
          <CircleCheck size={16} aria-hidden /> {t.home.everythingIs}
        </p>
      ) : (
        <ul className="tasks">
          {tasks.map(({ key, icon: Icon, text, detail, since, to, action }) => (
            <li key={key}>
              <Icon size={16} strokeWidth={1.75} aria-hidden />
              <div className="task-text">
                <span className="task-name">{text}</span>
                {detail && <span className="muted">{detail}</span>}
              </div>
              {since && (
                <span className="muted task-since">
                  <TimeStyle value="relative">
                    <Time at={since} />
                  </TimeStyle>
                </span>
              )}
              <PlaceLink to={to} className="button">
                {action}
              </PlaceLink>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
};

const tasksOf = (of: Overview): readonly Task[] => [
  ...of.webhooks.failing.map((webhook) => ({
    key: webhook.id,
    icon: Webhook,
    text: sentence(t.home.webhookFails, {
      webhook: <WebhookLink id={webhook.id} url={webhook.url} />,
    }),
    detail: disabledText(webhook.disabled_reason) ?? healthText(webhook.health),
    since: webhook.health.since,
    to: `/deliveries?webhook_id=${webhook.id}&status=undelivered`,
    action: t.home.itsDeliveries,
  })),
  ...waiting(of.undelivered, {
    icon: Send,
    forms: t.home.undelivered,
    to: '/deliveries?status=undelivered',
    action: t.home.openDeliveries,
  }),
  ...waiting(of.reviews_waiting, {
    icon: ScanFace,
    forms: t.home.identitiesWait,
    to: '/reviews',
    action: t.home.review,
  }),
  ...waiting(of.screenings_open, {
    icon: UserRoundSearch,
    forms: t.home.openScreenings,
    to: '/screenings?status=open',
    action: t.home.compare,
  }),
  ...of.keys_expiring.map((key) => ({
    key: key.id,
    icon: KeyRound,
    text: sentence(t.home.linkExpiresTime, {
      link: key.masked,
      time: <Time at={key.expires_at} />,
    }),
    to: '/configure/api-keys',
    action: t.home.openKeys,
  })),
];

type Waiting = Pick<Task, 'icon' | 'to' | 'action'> & {
  readonly forms: { readonly one: string; readonly other: string };
};

const waiting = (
  { count, more }: Overview['undelivered'],
  { forms, ...task }: Waiting,
): readonly Task[] => {
  if (count === 0) return [];
  const text = counted(forms, count);
  return [{ ...task, key: task.to, text: more ? filled(t.home.moreThan, { text }) : text }];
};
