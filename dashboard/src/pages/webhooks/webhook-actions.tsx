import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Recovery, Webhook } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { momentOf, zone } from '../../texts/days.ts';
import { filled, inSentence, t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { ChoiceField, choicesOf, TextField } from '../../ui/fields.tsx';
import { useRequired } from '../../ui/form.tsx';
import { useGo } from '../../ui/links.tsx';
import { Loaded, Section } from '../../ui/page.tsx';
import { CopyId, Status, Time } from '../../ui/values.tsx';

type Of = { readonly webhook: Webhook };

/** Actions on a whole webhook. */
export const WebhookActions = ({ webhook }: Of) => {
  const { id, url, status } = webhook;
  const go = useGo();
  const params = { webhook_id: id };
  const verb = status === 'enabled' ? 'disable' : 'enable';
  return (
    <>
      <ActionButton route="webhooks.update" to={`/webhooks/${id}/edit`} name={t.all.edit} />
      <Recover webhook={webhook} />
      <ConfirmedAction
        key={status}
        route={`webhooks.${verb}`}
        name={verb === 'disable' ? t.all.disable : t.all.enable}
        thing={url}
        call={{ params, body: {} }}
        success={(changed) =>
          filled(t.webhooks.theWebhookIsStatus, { status: inSentence(words(changed.status)) })
        }
      >
        {verb === 'disable' ? t.webhooks.newEventsAreNot : t.webhooks.pausedDeliveries}
      </ConfirmedAction>
      <ConfirmedAction
        route="webhooks.delete"
        name={t.all.delete}
        thing={url}
        call={{ params }}
        success={t.webhooks.theWebhookWas}
        onDone={() => go('/webhooks')}
      >
        {t.webhooks.pendingDeliveries}
      </ConfirmedAction>
    </>
  );
};

const scopes = choicesOf(t.webhooks.scopes);

/** How far back, in hours. */
const spans = choicesOf(t.webhooks.spans);

const hour_ms = 3_600_000;
const running_ms = 2_000;

/** Since when, as a person typed it. If nothing is kept from that time any more, all that is kept is sent again. */
const sinceOf = (typed: string): ReturnType<typeof momentOf> => {
  const read = momentOf(typed);
  return 'at' in read && read.at.getTime() > Date.now()
    ? { wrong: t.webhooks.enterATimeBefore }
    : read;
};

/** Starts to send again what a webhook missed. The address keeps which recovery the page shows. */
const Recover = ({ webhook: { id: webhook_id, status } }: Of) => {
  const [search, setSearch] = useSearchParams();
  const [scope, setScope] = useState<keyof typeof t.webhooks.scopes>('failed');
  const [span, setSpan] = useState<keyof typeof t.webhooks.spans>('24');
  const [typed, setTyped] = useState('');
  // Whole hours: a second try within the hour is the same submission.
  const fixed = { at: new Date((Math.floor(Date.now() / hour_ms) - Number(span)) * hour_ms) };
  const since = span === 'other' ? sinceOf(typed) : fixed;
  const { check, error } = useRequired('at' in since, 'wrong' in since ? since.wrong : '');
  return (
    <ConfirmedAction
      route="webhooks.recover"
      name={t.webhooks.recover}
      title={t.webhooks.recoverMissed}
      unable={status === 'disabled' ? t.webhooks.theWebhookIs : null}
      check={check}
      call={{
        params: { webhook_id },
        body: { scope, since: 'at' in since ? since.at.toISOString() : '' },
      }}
      onDone={({ id }) => setSearch({ ...Object.fromEntries(search), recovery: id })}
    >
      <div>{t.webhooks.theyAreSentInThe}</div>
      <ChoiceField
        label={t.webhooks.whatIsSentAgain}
        value={scope}
        options={scopes}
        onChange={setScope}
      />
      <ChoiceField
        label={t.webhooks.ofEventsSince}
        value={span}
        options={spans}
        onChange={setSpan}
      />
      {span === 'other' && (
        <TextField
          label={t.webhooks.dateAndTime}
          hint={filled(t.webhooks.suchAsInZone, { zone })}
          at="/since"
          value={typed}
          error={error}
          onChange={setTyped}
        />
      )}
    </ConfirmedAction>
  );
};

/** How far the recovery of the address has come, until it ends. */
export const RecoveryProgress = () => {
  const recovery_id = useSearchParams()[0].get('recovery') ?? '';
  const query = useRead(
    'recoveries.get',
    { params: { recovery_id } },
    {
      follow: ({ status }) => (status === 'running' ? running_ms : false),
      enabled: recovery_id !== '',
    },
  );
  return (
    recovery_id !== '' && <Loaded query={query}>{(recovery) => <Progress of={recovery} />}</Loaded>
  );
};

const Progress = ({ of }: { readonly of: Recovery }) => (
  <Section
    title={t.webhooks.recovery}
    actions={
      of.allowed_actions.includes('cancel') && (
        <ConfirmedAction
          route="recoveries.cancel"
          name={t.webhooks.cancelRecovery}
          call={{ params: { recovery_id: of.id }, body: {} }}
          success={t.webhooks.theRecoveryWas}
        >
          {t.webhooks.deliveriesInFlight}
        </ConfirmedAction>
      )
    }
    details={{
      [t.all.status]: (
        <span aria-live="polite">
          <Status status={of.status} />
        </span>
      ),
      [t.all.reason]: of.status_reason && t.webhooks.theWebhookIs,
      [t.webhooks.whatIsSentAgain]: words(of.scope),
      [t.webhooks.found]: of.matched,
      [t.webhooks.queued]: of.sent,
      [t.webhooks.ofEventsSince]: <Time at={of.since} />,
      [t.all.until]: <Time at={of.until} />,
      [t.all.id]: <CopyId value={of.id} name={t.webhooks.recoveryId} />,
    }}
  />
);
