import { parseDeltaSeconds, parseSessionExpires } from '../message/header-values.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'

/** The session timer that both sides agreed on (RFC 4028). */
export interface SessionTimer {
  readonly intervalS: number
  /** Whether we send the refreshes. */
  readonly weRefresh: boolean
}

/** The shortest session interval (RFC 4028 4). */
const smallestIntervalS = 90
export const standardIntervalS = 1800

/** The client's side: the timer in a 2xx to our INVITE or UPDATE. Undefined: the session has no timer. */
export function timerOfClient(response: SipResponse): SessionTimer | undefined {
  const header = response.headers.get('Session-Expires')
  const agreed = header === undefined ? undefined : parseSessionExpires(header)
  if (agreed === undefined) return undefined
  // RFC 4028 7.2: the answer names the refresher; without a name we refresh.
  return { intervalS: Math.max(agreed.intervalS, smallestIntervalS), weRefresh: agreed.refresher !== 'uas' }
}

export type ServerTimer =
  | { readonly kind: 'none' }
  /** Answer 422 with this Min-SE (RFC 4028 6). */
  | { readonly kind: 'too small'; readonly minS: number }
  | {
      readonly kind: 'agreed'
      readonly timer: SessionTimer
      readonly headers: [name: string, value: string][]
    }

/** The server's side: our answer to an INVITE or UPDATE (RFC 4028 9, table 2). */
export function timerOfServer(request: SipRequest, minS = smallestIntervalS): ServerTimer {
  const { headers } = request
  const supported = headers.includes('Supported', 'timer')
  const header = headers.get('Session-Expires')
  const asked = header === undefined ? undefined : parseSessionExpires(header)
  if (asked === undefined) return { kind: 'none' }
  if (asked.intervalS < minS && supported) return { kind: 'too small', minS }
  const theirMinS = parseDeltaSeconds(headers.get('Min-SE') ?? '') ?? 0
  const intervalS = Math.max(asked.intervalS, minS, theirMinS)
  // A client without timer support cannot refresh; a proxy on the path added the header.
  const weRefresh = !supported || asked.refresher === 'uas'
  const agreed: [string, string][] = [
    ['Session-Expires', `${intervalS};refresher=${weRefresh ? 'uas' : 'uac'}`],
  ]
  // RFC 4028 9: the client must be informed that it has to refresh.
  if (!weRefresh) agreed.push(['Require', 'timer'])
  return { kind: 'agreed', timer: { intervalS, weRefresh }, headers: agreed }
}

/**
 * RFC 4028 10: we refresh at half time. When the peer refreshes, we give up a third of the interval or 32 s before its
 * end.
 */
export function timerDelayMs(timer: SessionTimer): number {
  const { intervalS, weRefresh } = timer
  return 1000 * (weRefresh ? intervalS / 2 : intervalS - Math.min(32, intervalS / 3))
}
