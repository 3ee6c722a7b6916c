/** A problem that a person can solve: the message says how, and a command shows it without a stack. */
export class NumberingProblem extends Error {}
