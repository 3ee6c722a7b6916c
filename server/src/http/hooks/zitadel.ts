import { createHmac, timingSafeEqual } from 'node:crypto'
import { toleranceSeconds } from '../../webhooks/signature.ts'
import type { IsSigned } from './kind.ts'

/** `t=1700000000,v1=HEX`: HMAC-SHA-256 of the time, a dot and the body. */
export const isSignedByZitadel: IsSigned = (key, headers, body, now) => {
  const fields = String(headers['zitadel-signature'] ?? '')
    .split(',')
    .map((field) => field.trim())
  const time = fields.find((field) => field.startsWith('t='))?.slice(2) ?? ''
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > toleranceSeconds) return false
  const expected = createHmac('sha256', key).update(`${time}.${body}`).digest()
  return fields.some((field) => {
    const given = Buffer.from(field.startsWith('v1=') ? field.slice(3) : '', 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
