import { useState } from 'react';
import type { ItemOf } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.tsx';
import { filled, inSentence, number, t, textOf } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { ChoiceField, choicesOf } from '../../ui/fields.tsx';
import { RouteForm } from '../../ui/form.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Page, Section } from '../../ui/page.tsx';

/** The simulations of the sandbox: time that passes, and inputs with a known outcome. */
export const Component = () => (
  <Page title={t.all.simulator} description={t.simulations.amountsParcelsAnd}>
    {useEnvironment().name === 'live' ? (
      t.simulations.productionHasNo
    ) : (
      <>
        <Clock />
        <Scenarios />
      </>
    )}
  </Page>
);

const spans = choicesOf(t.simulations.spans);

const hour_ms = 3_600_000;

const Clock = () => {
  const [span, setSpan] = useState<keyof typeof t.simulations.spans>('24');
  const advanceTo = () =>
    new Date((Math.floor(Date.now() / hour_ms) + Number(span) + 1) * hour_ms).toISOString();
  return (
    <Section title={t.simulations.clock} description={t.simulations.makesDueNowWhatIs}>
      <RouteForm
        route="simulations.clock"
        submit={t.simulations.letTimePass}
        call={() => ({ body: { advance_to: advanceTo() } })}
        success={({ has_more, ...advanced }) =>
          [
            filled(t.simulations.dueNow, { counts: countsText(advanced) || t.simulations.nothing }),
            ...(has_more ? [t.simulations.moreIsDueLetThe] : []),
          ].join(' ')
        }
      >
        <ChoiceField
          label={t.simulations.howMuchTime}
          value={span}
          options={spans}
          onChange={setSpan}
        />
      </RouteForm>
    </Section>
  );
};

/** The outcome of a scenario: a decision in the words that the customer sees. */
const scenarioText = ({ id, outcome, description }: ItemOf<'simulations.scenarios'>): string =>
  textOf(t.verificationErrors, outcome.code ?? '') ??
  textOf(t.simulations.scenarioTexts, id) ??
  description;

const countsText = (advanced: object): string =>
  Object.entries(advanced)
    .flatMap(([name, count]) => (count > 0 ? [`${number(count)} ${inSentence(words(name))}`] : []))
    .join(', ');

const Scenarios = () => (
  <ListTable
    title={t.simulations.scenarios}
    route="simulations.scenarios"
    empty={t.simulations.noScenarios}
    columns={[
      {
        name: t.simulations.ifThe,
        cell: ({ when }) => inSentence(words(when.field.split('.').at(-1) ?? '')),
        width: 140,
      },
      { name: t.simulations.is, cell: ({ when }) => `“${when.value}”`, width: 180, wraps: true },
      { name: t.simulations.then, cell: scenarioText, width: 420, wraps: true },
    ]}
  />
);
