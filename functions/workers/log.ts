import { Logger } from '@aws-lambda-powertools/logger';

/** What workers tell: ids and outcomes; never a body, a header's value, a secret or a name. */
export const logger = new Logger();
