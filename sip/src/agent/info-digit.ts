import { type Digit, isDigit } from '../media/telephone-event.ts'
import type { SipRequest } from '../message/message.ts'
import { bodyOf } from './body.ts'

/**
 * The key that an INFO reports. No RFC defines these bodies: `application/dtmf-relay` has a line `Signal=5`,
 * `application/dtmf` has the key alone.
 */
export function infoDigit(request: SipRequest): Digit | undefined {
  const { type, content } = bodyOf(request) ?? { type: '', content: new Uint8Array() }
  const text = Buffer.from(content).toString('latin1')
  const key =
    type === 'application/dtmf-relay'
      ? /^\s*signal\s*=\s*(\S)\s*$/im.exec(text)?.[1]
      : type === 'application/dtmf'
        ? text.trim()
        : undefined
  const upper = key?.toUpperCase() ?? ''
  return isDigit(upper) ? upper : undefined
}
