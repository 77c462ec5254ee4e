/** The sentence about a failure for the person who reads the log. */
export class Failure extends Error {}
