import { useState } from 'react';
import { useEnvironment } from '../../api/environment.tsx';
import { words } from '../../texts/words.ts';
import { ChoiceField, RouteForm } from '../../ui/form.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Page, Section } from '../../ui/page.tsx';

/** What the sandbox can play: time that passes, and inputs with a known outcome. */
export const Component = () => (
  <Page
    title="Simulator"
    description="Amounts, parcels and decisions are simulated on the page of the card or verification."
  >
    {useEnvironment().name === 'live' ? (
      'Production has no simulator. Switch to Sandbox mode.'
    ) : (
      <>
        <Clock />
        <Scenarios />
      </>
    )}
  </Page>
);

const spans = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
  { value: '8760', label: '365 days' },
] as const;

const hour_ms = 3_600_000;

const Clock = () => {
  const [span, setSpan] = useState<(typeof spans)[number]['value']>('24');
  const advanceTo = () => new Date((Math.floor(Date.now() / hour_ms) + Number(span) + 1) * hour_ms).toISOString();
  return (
    <Section
      title="Clock"
      description="Makes due now what is scheduled: retries of deliveries, probes of endpoints, documents that expire, and the end of keys, secrets and onboarding links."
    >
      <RouteForm
        route="simulations.clock"
        submit="Let time pass"
        call={() => ({ body: { advance_to: advanceTo() } })}
        success={({ has_more, ...advanced }) =>
          `Due now: ${countsText(advanced) || 'nothing'}.${has_more ? ' More is due: let the same time pass again.' : ''}`
        }
      >
        <ChoiceField label="How much time" value={span} options={spans} onChange={setSpan} />
      </RouteForm>
    </Section>
  );
};

const countsText = (advanced: object): string =>
  Object.entries(advanced)
    .flatMap(([name, count]) => (count > 0 ? [`${count} ${words(name).toLowerCase()}`] : []))
    .join(', ');

const Scenarios = () => (
  <ListTable
    title="Scenarios"
    route="simulations.scenarios"
    empty="No scenarios"
    columns={[
      { name: 'If the', cell: ({ when }) => words(when.field.replaceAll('.', ' ')).toLowerCase(), width: 140 },
      { name: 'Is', cell: ({ when }) => `“${when.value}”`, width: 180 },
      { name: 'Then', cell: ({ description }) => description, width: 300 },
    ]}
  />
);
