import { ExplainedError } from '../platform/explained-error.ts'

/** The numbering data or a file of it cannot be used. */
export class NumberingProblem extends ExplainedError {}
