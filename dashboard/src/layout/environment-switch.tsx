import { useLocation, useNavigate } from 'react-router';
import { useEnvironment } from '../api/environment.tsx';
import { type EnvironmentName, environmentNames } from '../settings.ts';
import { t } from '../texts/texts.ts';
import { rememberEnvironment, switchPath } from './environments.ts';

const names: Readonly<Record<EnvironmentName, string>> = t.layout.environments;
const meanings: Readonly<Record<EnvironmentName, string>> = t.layout.environmentMeanings;

/** The one switch between the environments, always visible. A line over the page has the colour of the shown one. */
export const EnvironmentSwitch = () => {
  const { name } = useEnvironment();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const choose = (chosen: EnvironmentName) => {
    if (chosen === name) return;
    rememberEnvironment(chosen);
    void navigate(switchPath(pathname, chosen));
  };
  return (
    <section className="environment" data-environment={name} aria-label={t.layout.environment}>
      <div className="environment-line" />
      <fieldset aria-label={t.layout.environment}>
        {environmentNames.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === name}
            title={meanings[one]}
            onClick={() => choose(one)}
          >
            {names[one]}
          </button>
        ))}
      </fieldset>
      <span role="status" className="unseen">
        {meanings[name]}
      </span>
    </section>
  );
};
