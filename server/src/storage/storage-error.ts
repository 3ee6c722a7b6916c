import { ExplainedError } from '../platform/explained-error.ts'

/** The store cannot be opened or used; the message says why and what to do. */
export class StorageError extends ExplainedError {}
