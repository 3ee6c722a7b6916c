/** Something that a person can put right: the message says what, and a command shows it without a stack. */
export class NumberingProblem extends Error {}
