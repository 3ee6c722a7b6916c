import { ExplainedError } from '../platform/explained-error.ts'

/** A setting cannot be used; the message names it and says what is expected. */
export class SettingError extends ExplainedError {}
