/** What does not hold, as one sentence for the person who reads the log. */
export class Failure extends Error {}
