import { Logger } from '@aws-lambda-powertools/logger';

/** One structured line a request or message: ids, outcome and duration; never a body, a header's value, a key, a name or a number. */
export const logger = new Logger();
