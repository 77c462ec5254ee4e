import { systemClock } from '../../../core/time.ts';
import type { IdentityVerifier } from '../verifier.ts';
import type { DocumentAnalysis } from './analyse.ts';

const clock = systemClock();

/**
 * Reads the machine-readable zone with Textract and compares faces with Rekognition, in this account: it asks for better input,
 * or leaves the decision to an operator with what it found. Nothing is started or kept outside, so a check is looked at again.
 */
export const awsVerifier = (given?: DocumentAnalysis): IdentityVerifier => {
  let analysis = given;
  return {
    name: 'aws',
    decides: 'persons',
    exclusive: false,
    begin: async ({ key }) => key,
    look: async (_reference, subject) => {
      // Loaded where the environment names this verifier: its clients are a third of the bundle.
      const { awsDocumentAnalysis, analyse } = await import('./analyse.ts');
      analysis ??= awsDocumentAnalysis();
      return analyse(subject, analysis, clock.now());
    },
    forget: async () => undefined,
  };
};
