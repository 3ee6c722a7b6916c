// `ringkey dev phone`: the demo phone in a terminal.
import type { HandsetCall } from '../../server/src/telephony/handset/handset-call.ts'
import { phoneClient } from './phone-client.ts'
import { keepRecording } from './recording-folder.ts'
import { writtenNumber } from './written-number.ts'

export interface TerminalPhone {
  readonly dataFolder: string
  /** The folder of recordings. */
  readonly recordings: string
  /** Answers every call. */
  readonly answers: boolean
  /** Exits after the first call has ended. */
  readonly once: boolean
  /** One line of JSON for each change, for programs. */
  readonly json: boolean
  out(text: string): void
  /** Calls `onKey` with every key; returns a function that stops it. Left out without a keyboard. */
  listen?(onKey: (key: string) => void): () => void
  /** Plays a recording. */
  play?(file: string): Promise<unknown>
  readonly signal?: AbortSignal
}

const keysLine = '  a answer    d decline    h hang up    q quit\n\n'

/** Shows the phone until the service stops, `q` is pressed or, with `once`, a call has ended. */
export async function watchPhone(phone: TerminalPhone): Promise<void> {
  const client = phoneClient(phone.dataFolder)
  const enough = new AbortController()
  const signal = phone.signal === undefined ? enough.signal : AbortSignal.any([enough.signal, phone.signal])
  let current: HandsetCall | undefined
  let lastWords: Promise<void> = Promise.resolve()

  const stopListening = phone.listen?.((key) => {
    if (key === 'q' || key === '\u0003') enough.abort()
    else if (current === undefined) return
    else if (key === 'a') void client.act(current.id, 'answer')
    else if (key === 'd') void client.act(current.id, 'decline')
    else if (key === 'h') void client.act(current.id, 'hang-up')
  })
  if (!phone.json) {
    phone.out('The demo phone is on: calls of the demo account ring here, whatever number they go to.\n')
    phone.out(phone.listen === undefined ? '\n' : keysLine)
  }
  try {
    await client.watch((call, isNews) => {
      if (!isNews && call.state === 'ended') return
      phone.out(phone.json ? `${JSON.stringify(call)}\n` : describe(call))
      current = call.state === 'ended' ? undefined : call
      if (phone.answers && call.direction === 'in' && call.state === 'ringing')
        void client.act(call.id, 'answer')
      if (call.state !== 'ended') return
      lastWords = lastWords.then(() => keep(call))
      if (phone.once) void lastWords.then(() => enough.abort())
    }, signal)
    await lastWords
  } finally {
    stopListening?.()
  }

  async function keep(call: HandsetCall): Promise<void> {
    const wav = (call.heardMs ?? 0) > 0 ? await client.recording(call.id) : undefined
    if (wav === undefined) return
    const file = keepRecording(phone.recordings, call, wav)
    phone.out(
      phone.json ? `${JSON.stringify({ id: call.id, recording: file })}\n` : `          heard     ${file}\n`,
    )
    await phone.play?.(file)
  }
}

/**
 * The last four digits are the code of a flash call. In a voice call they mean nothing; the phone cannot tell the two
 * apart.
 */
function describe(call: HandsetCall): string {
  const at = new Date(call.state === 'ended' ? (call.endedAt ?? call.startedAt) : call.startedAt)
  const line = (state: string, rest: string) =>
    `${at.toTimeString().slice(0, 8)}  ${state.padEnd(9)} ${rest}`.trimEnd() + '\n'
  const numbers = `${writtenNumber(call.to)}  from ${writtenNumber(call.from)}`
  if (call.state === 'ended') return line('ended', call.why ?? '')
  if (call.state === 'answered') return line('answered', 'listening')
  if (call.direction === 'out')
    return line('dialling', `${writtenNumber(call.to)}  as ${writtenNumber(call.from)}`)
  return line('RINGING', `${numbers}  last four ${call.from.slice(-4)}`)
}
