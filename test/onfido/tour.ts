import { styleText } from 'node:util';
import { readCommandLine } from '../../bin/command-line.ts';
import { guideOf } from '../../bin/tour/guide.ts';
import { businessOfThree, onboardedIndividual } from '../../bin/tour/identities.ts';
import { aTenant } from '../helpers/fixtures/tenants.ts';
import { checksOf, notify, processing, reviewed, startServiceWithOnfido } from './service.ts';

readCommandLine({
  usage: `npx node test/onfido/tour.ts

Verifies people at Onfido’s sandbox.`,
});

// A service of its own, whose identities a stand-in for Onfido decides: `npx node test/onfido/tour.ts`. An
// individual goes over the onboarding page to a card, then a business is verified with its three persons.

console.log('Synthesising and starting a service with a stand-in for Onfido …\n');
const service = await startServiceWithOnfido();
try {
  const tenant = await aTenant(service.local);
  const { baseUrl, secret_key } = tenant;
  const guide = guideOf({
    base_url: baseUrl,
    secret_key,
    print: (line) => console.log(line),
    style: (format, text) => styleText(format, text, { stream: process.stdout }),
  });

  /** Every check of a verification comes out clear, and Onfido sends its webhooks. */
  const completed = async (verificationId: string, count: number): Promise<void> => {
    const checks = await checksOf(service, verificationId, count);
    guide.title('What Onfido is asked, before it finds everything clear and sends its webhooks');
    for (const line of service.onfido.seen.splice(0)) console.log(line);
    service.onfido.finish('clear');
    for (const { id } of checks)
      console.log(`webhook of check ${id}: ${await notify(service, id)}`);
    console.log('');
  };

  const onboarding = onboardedIndividual(guide);
  await completed(await processing(tenant), 1);
  await onboarding;
  await businessOfThree(guide, async (id) => {
    await completed(id, 3);
    guide.title('An operator, who knows the company, approves');
    const checks = await reviewed(tenant, id);
    for (const check of checks) console.log(`${check.subject_id} ${check.evidence.reasons.join()}`);
    console.log('');
  });
} finally {
  await service.stop();
}
