/** The message says what a person can do about it: it is shown as one line, without a stack. */
export class ExplainedError extends Error {}
