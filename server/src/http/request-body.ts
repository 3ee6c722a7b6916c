import { parse as parseForm } from 'node:querystring'
import { Failure } from './errors.ts'
import type { Bag } from './parameters.ts'

export const maxBodyBytes = 16 * 1024

export const unreadable = new Failure(1, {
  expected: {
    en: 'a JSON object (application/json) or a form (application/x-www-form-urlencoded)',
    ru: 'объект JSON (application/json) или форма (application/x-www-form-urlencoded)',
  },
})
export const tooLarge = new Failure(
  1,
  { expected: { en: `a body of at most ${maxBodyBytes} bytes`, ru: `тело не больше ${maxBodyBytes} байт` } },
  { status: 413 },
)

const noParameters: Bag = {}

/** The parameters in a body. A POST without a body is a POST without parameters. */
export function readBody(body: Buffer | undefined | null, contentType: string | undefined): Bag | Failure {
  if (body === undefined || body === null || body.length === 0) return noParameters
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/json') return readJson(body)
  if (type === 'application/x-www-form-urlencoded') return parseForm(body.toString())
  return unreadable
}

function readJson(body: Buffer): Bag | Failure {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bag) : unreadable
  } catch {
    return unreadable
  }
}
