import { useLocation, useNavigate } from 'react-router';
import { useEnvironment } from '../api/environment.tsx';
import { type EnvironmentName, environmentNames } from '../settings.ts';
import { rememberEnvironment } from './last-environment.ts';
import { switchPath } from './switch-path.ts';

const names: Readonly<Record<EnvironmentName, string>> = { sandbox: 'Sandbox mode', live: 'Production' };
const meanings: Readonly<Record<EnvironmentName, string>> = {
  sandbox: 'For testing. Nothing here is real.',
  live: 'Live. Everything you do here is real.',
};

/** The one switch between the environments, always in sight and of another colour in live. */
export const EnvironmentBar = () => {
  const { name } = useEnvironment();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const choose = (chosen: EnvironmentName) => {
    if (chosen === name) return;
    rememberEnvironment(chosen);
    void navigate(switchPath(pathname, chosen));
  };
  return (
    <section className="environment" data-environment={name} aria-label="Environment">
      <fieldset>
        <legend>Environment</legend>
        {environmentNames.map((one) => (
          <button key={one} type="button" aria-pressed={one === name} onClick={() => choose(one)}>
            {names[one]}
          </button>
        ))}
      </fieldset>
      <span role="status">{meanings[name]}</span>
    </section>
  );
};
