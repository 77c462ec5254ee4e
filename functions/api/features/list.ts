import { showFeature } from '../../contract/features/feature.ts';
import { listFeatures } from '../../contract/features/routes.ts';
import { features } from '../../domain/features/catalogue.ts';
import { listing } from '../../http/listing.ts';
import { pageOf } from '../../store/list.ts';

export const handler = listing(listFeatures, async ({ range, answerPage }) =>
  answerPage(
    pageOf(Object.values(features), range(), ({ id }) => id),
    showFeature,
  ),
);
