import { pageOfFixed } from '../../core/dynamodb/list.ts';
import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { currentCatalogue } from '../catalogues/catalogue.ts';
import { agreementsRequired, toFeatureResource } from './model.ts';
import { listFeatures } from './routes.ts';

export const handler = httpHandler(listFeatures, { paged }, async ({ range, respondPage }) =>
  respondPage(pageOfFixed(currentCatalogue.features, range()), (feature) =>
    toFeatureResource(feature, agreementsRequired(process.env)),
  ),
);
