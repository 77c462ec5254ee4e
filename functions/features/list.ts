import { currentCatalogue } from '../catalogue.ts';
import { pageOfFixed } from '../dynamodb/list.ts';
import { paged } from '../http/cursor.ts';
import { httpHandler } from '../http/handler.ts';
import { agreementsRequired, toFeatureResource } from './model.ts';
import { listFeatures } from './routes.ts';

export const handler = httpHandler(listFeatures, { paged }, async ({ range, respondPage }) =>
  respondPage(pageOfFixed(currentCatalogue.features, range()), (feature) =>
    toFeatureResource(feature, agreementsRequired(process.env)),
  ),
);
