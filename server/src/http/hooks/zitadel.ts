import { createHmac, timingSafeEqual } from 'node:crypto'
import { toleranceSeconds } from '../../webhooks/signature.ts'
import { type Kind, within } from './kind.ts'

const nanosecondsPerMs = 1e6

/** `t=1700000000,v1=HEX`: HMAC-SHA-256 of the time, a dot and the body. */
function isSignedWith(key: string, header: string, body: string, now: number): boolean {
  const fields = header.split(',').map((field) => field.trim())
  const time = fields.find((field) => field.startsWith('t='))?.slice(2) ?? ''
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > toleranceSeconds) return false
  const expected = createHmac('sha256', key).update(`${time}.${body}`).digest()
  return fields.some((field) => {
    const given = Buffer.from(field.startsWith('v1=') ? field.slice(3) : '', 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** The HTTP SMS provider of ZITADEL (docs/integrate/zitadel.md). */
export const zitadel: Kind = {
  kind: 'zitadel',
  isSigned: (keys, headers, body, now) =>
    keys.some((key) => isSignedWith(key, String(headers['zitadel-signature'] ?? ''), body, now)),
  read(given) {
    const expiry = within(given, 'args', 'expiry')
    return {
      phone: within(given, 'contextInfo', 'recipientPhoneNumber'),
      code: within(given, 'args', 'oTP') || within(given, 'args', 'code'),
      lifeMs: typeof expiry === 'number' ? expiry / nanosecondsPerMs : undefined,
    }
  },
  digitsSetting: {
    en: 'a code of digits: in ZITADEL, secret generators, switch on only "Include digits" for phone verification and password reset',
    ru: 'код из цифр: в ZITADEL, secret generators, оставьте для проверки телефона и сброса пароля только «Include digits»',
  },
}
