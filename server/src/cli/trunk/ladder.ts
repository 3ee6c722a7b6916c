import type { SipMessage, TraceEvent } from '@ringkey/sip'

/** A SIP dialogue as people read it: one line a message, ours to the right, theirs to the left. No numbers. */
export class Ladder {
  readonly #write: (line: string) => void
  #startMs: number | undefined

  constructor(write: (line: string) => void) {
    this.#write = write
  }

  add({ atMs, direction, message, peer }: TraceEvent): void {
    this.#startMs ??= atMs
    const time = `${Math.round(atMs - this.#startMs)} ms`.padStart(9)
    const words = message === undefined ? 'something that is no SIP' : titleOf(message)
    const arrow = direction === 'sent' ? `──▶ ${words}` : `◀── ${words}`
    this.#write(`${time}  ${arrow.padEnd(44)} ${peer.address}:${peer.port} ${peer.transport}`)
  }
}

function titleOf(message: SipMessage): string {
  const reason = message.headers.get('Reason')
  const because = reason === undefined ? '' : ` (${reason})`
  if (message.kind === 'request') return `${message.method}${because}`
  return `${message.status} ${message.reason} to ${message.cseq.method}${because}`
}
