import { showFeature } from '../../contract/features/feature.ts';
import { listFeatures } from '../../contract/features/routes.ts';
import { features } from '../../domain/features/catalogue.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { pageOf } from '../../store/list.ts';

export const handler = httpHandler(listFeatures, { paged }, async ({ range, respondPage }) =>
  respondPage(
    pageOf(Object.values(features), range(), ({ id }) => id),
    showFeature,
  ),
);
