import type { ReactNode } from 'react';
import type { ApiKey } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.tsx';
import { useAccounts, useApiKeys, useFirstCustomer } from '../../api/use-read.ts';
import { inSentence, sentence, t } from '../../texts/texts.ts';
import { Go } from '../../ui/links.tsx';
import { Marked } from '../../ui/marked.tsx';
import { Section } from '../../ui/page.tsx';
import { CopyBelow } from '../../ui/values.tsx';
import { early_ms } from './follow.ts';

/** The first steps of a new business, until all are done. */
export const FirstSteps = ({ hasWebhook }: { readonly hasWebhook: boolean }) => {
  const { name, settings } = useEnvironment();
  const base = settings.api?.[name];
  const account = useAccounts().data?.data[0];
  const keys = useApiKeys(({ data }) => !data.some(isUsed) && early_ms).data?.data;
  const customers = useFirstCustomer(({ data }) => data.length === 0 && early_ms).data?.data;
  if (!account || !keys || !customers) return null;
  const hasCalled = keys.some(isUsed);
  // The first pair was made with the account, and only who registered the business saw its Secret Key.
  const hasKey = hasCalled || keys.some(({ created_at }) => created_at > account.created_at);
  const hasCustomer = customers.length > 0;
  if (hasCalled && hasWebhook && hasCustomer) return null;
  return (
    <Section title={t.home.firstSteps}>
      <ol className="attention">
        <Step isDone={hasKey}>
          {sentence(t.home.createYourOwnKey, {
            link: <Go to="/configure/api-keys">{t.all.apiKeys}</Go>,
          })}
        </Step>
        {base && (
          <Step isDone={hasCalled}>
            {sentence(t.home.sendTheFirst, {
              copy: (
                <CopyBelow
                  name={inSentence(t.all.request)}
                  value={`curl "${base}accounts" -H "Api-Key: YOUR_KEY"`}
                />
              ),
            })}
          </Step>
        )}
        <Step isDone={hasWebhook}>
          {sentence(t.home.linkToReceive, {
            link: <Go to="/webhooks/new">{t.all.createWebhook}</Go>,
          })}
          {base && (
            <Call base={base} path="webhooks" body={{ url: 'https://example.com/webhooks' }} />
          )}
        </Step>
        <Step isDone={hasCustomer}>
          {sentence(t.home.linkThenVerifyThe, {
            link: <Go to="/customers/new">{t.all.createCustomer}</Go>,
          })}
          {base && (
            <Call
              base={base}
              path="customers"
              body={{ type: 'individual', first_name: 'Ada', last_name: 'Lovelace' }}
            />
          )}
        </Step>
      </ol>
    </Section>
  );
};

const isUsed = ({ last_used_on }: ApiKey): boolean => last_used_on !== null;

/** The same as a request of a program. */
const Call = (props: { readonly base: string; readonly path: string; readonly body: object }) => {
  const { base, path, body } = props;
  const headers = ['Api-Key: YOUR_KEY', `Idempotency-Key: first-${path}`];
  const value = [
    `curl "${base}${path}"`,
    ...[...headers, 'Content-Type: application/json'].map((header) => `-H "${header}"`),
    `-d '${JSON.stringify(body)}'`,
  ].join(' ');
  return <CopyBelow name={`POST /${path}`} value={value} />;
};

const Step = ({ isDone, children }: { readonly isDone: boolean; readonly children: ReactNode }) => (
  <li>
    <Marked as={isDone ? 'good' : 'waiting'} label={isDone ? t.home.done : t.home.toDo}>
      {children}
    </Marked>
  </li>
);
