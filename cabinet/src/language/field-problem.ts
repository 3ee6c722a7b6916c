import { ApiProblem } from '../api/client.ts'

/** The error text for an input that the server refused; undefined when the error is not about this field. */
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

/** The error to show apart from the inputs; null when it is already shown beside one of these fields. */
export function otherProblem(error: unknown, fields: readonly string[]): unknown {
  const isBesideField = fields.some((field) => fieldProblem(error, field, {}) !== undefined)
  return isBesideField ? null : error
}
