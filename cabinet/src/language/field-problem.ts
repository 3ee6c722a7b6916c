import { ApiProblem } from '../api/client.ts'

/** The sentence that stands beside an input which the server refused; undefined when it was not this one. */
export function fieldProblem(
  error: unknown,
  field: string,
  texts: Readonly<Record<string, string>>,
): string | undefined {
  if (!(error instanceof ApiProblem) || error.code !== 'wrong-field' || error.field === undefined)
    return undefined
  const name = error.field.replace(/^settings\./, '').split('.')[0]!
  return name === field ? (texts[field] ?? error.message) : undefined
}

/** What is to be said apart from the inputs: everything but a refusal of one of these fields. */
export function otherProblem(error: unknown, fields: readonly string[]): unknown {
  const isBesideField = fields.some((field) => fieldProblem(error, field, {}) !== undefined)
  return isBesideField ? null : error
}
