import { showFeature } from '../../contract/feature.ts';
import { listFeatures } from '../../contract/features.ts';
import { features } from '../../domain/features.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../../store/list.ts';

export const handler = endpoint(listFeatures, async ({ wanted, answerPage }) =>
  answerPage(
    pageOf(Object.values(features), wanted(), ({ id }) => id),
    showFeature,
  ),
);
