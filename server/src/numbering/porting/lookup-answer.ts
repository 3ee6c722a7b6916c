import type { Recipient } from './ported-set.ts'

/** Where the JSON answer of a lookup service has each value, as dotted paths such as `result.mnc`. */
export interface LookupFields {
  /** The current operator: a name or an id of the porting database. */
  readonly operator: string
  /** Its network code, with or without the country code 250. */
  readonly mnc?: string
  /** A yes or no. Without it a number counts as ported when its operator is not the operator of its range. */
  readonly ported?: string
}

const russianCountryCode = '250'

/** Undefined when the answer says that the number was not ported; throws when the answer cannot be read. */
export function readLookupAnswer(body: unknown, fields: LookupFields): Recipient | undefined {
  if (fields.ported !== undefined && isNo(valueAt(body, fields.ported))) return undefined
  const operator = textAt(body, fields.operator)
  if (operator === '') throw new Error(`the answer has no "${fields.operator}"`)
  const mnc = fields.mnc === undefined ? '' : textAt(body, fields.mnc)
  return { id: operator, mnc: networkCode(mnc), inn: '', name: operator }
}

function networkCode(text: string): number {
  const digits = text.length === 5 && text.startsWith(russianCountryCode) ? text.slice(3) : text
  return /^\d{1,3}$/.test(digits) ? Number(digits) : 0
}

function isNo(value: unknown): boolean {
  return value === false || value === 0 || value === '0' || value === 'false' || value === 'no'
}

function textAt(body: unknown, path: string): string {
  const value = valueAt(body, path)
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    return isObject ? (value as Record<string, unknown>)[name] : undefined
  }, body)
}
