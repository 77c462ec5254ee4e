import { awsVerifier } from '../../../functions/verifiers/aws/verifier.ts';
import { chosenVerifier } from '../../../functions/verifiers/chosen.ts';
import { eyesThatSee } from '../../helpers/fixtures/eyes.ts';
import { passportZone } from '../../helpers/fixtures/zones.ts';
import { identityVerifierContract } from '../../helpers/identity-verifier-contract.ts';

for (const name of ['simulator', 'review'])
  identityVerifierContract(name, () => ({ verifier: chosenVerifier(name), stored: () => '' }));

identityVerifierContract('aws', () => ({ verifier: awsVerifier(eyesThatSee(passportZone())), stored: () => '' }));
