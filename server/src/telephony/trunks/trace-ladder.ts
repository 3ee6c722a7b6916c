import type { SipMessage, TraceEvent } from '@ringkey/sip'
import { withoutNumbers } from '../../platform/written-numbers.ts'
import type { LadderStep } from './ladder-step.ts'

/** Turns the SIP thread's trace into steps; the first one is at 0. */
export function ladderSteps(take: (step: LadderStep) => void): (event: TraceEvent) => void {
  let startMs: number | undefined
  return ({ atMs, direction, message, peer, ignored }) => {
    startMs ??= atMs
    take({
      atMs: Math.round(atMs - startMs),
      direction,
      title: `${message === undefined ? 'something that is no SIP' : withoutNumbers(titleOf(message))}${ignored === true ? notOfTheTrunk : ''}`,
      peer: `${peer.address}:${peer.port} ${peer.transport}`,
    })
  }
}

const notOfTheTrunk = ' (ignored: not an address of the trunk, see trusted-sources)'

function titleOf(message: SipMessage): string {
  const reason = message.headers.get('Reason')
  const because = reason === undefined ? '' : ` (${reason})`
  if (message.kind === 'request') return `${message.method}${because}`
  return `${message.status} ${message.reason} to ${message.cseq.method}${because}`
}
