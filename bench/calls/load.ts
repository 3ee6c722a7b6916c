import { setTimeout as sleep } from 'node:timers/promises'
import type { Figures } from '../measure/figures.ts'
import { Line } from '../measure/line.ts'
import { say } from '../measure/rounds.ts'

export interface LoadOptions {
  readonly port: number
  readonly authorization: string
  /** Requests per second, whatever the answers do. */
  readonly perSecond: number
  /** What is sent before is not counted: code is compiled, calls begin to end. */
  readonly warmUpSeconds: number
  /** Requests per second in the warm-up; as many as later when left out. */
  readonly warmUpPerSecond?: number | undefined
  readonly seconds: number
  readonly connections: number
  phoneOf(index: number): string
  /** The warm-up is over. */
  onWarm?(): void
  /** The last request is sent. */
  onSent?(): void
}

export interface Load {
  /** Phone -> when the answer was there, in Unix milliseconds; admitted calls only, with those of the warm-up. */
  readonly answeredAtMs: ReadonlyMap<string, number>
  /** Phones that were admitted after the warm-up. */
  readonly counted: ReadonlySet<string>
  /** Requests that were not admitted, by their answer. */
  readonly refused: ReadonlyMap<string, number>
  /** From when a request was due, so that one which had to wait for a free connection counts its wait. */
  readonly latenciesMs: readonly number[]
  readonly refusalsMs: readonly number[]
  readonly elapsedSeconds: number
}

interface Request {
  readonly phone: string
  readonly dueMs: number
  readonly isCounted: boolean
}

/** initCall over kept connections. */
export async function runLoad(options: LoadOptions): Promise<Load> {
  const answeredAtMs = new Map<string, number>()
  const counted = new Set<string>()
  const refused = new Map<string, number>()
  const latenciesMs: number[] = []
  const refusalsMs: number[] = []
  const waiting: Request[] = []
  let waitingFrom = 0
  let open = 0

  const onAnswer = ({ phone, dueMs, isCounted }: Request, answer: string): void => {
    open -= 1
    const nowMs = performance.now()
    const isAdmitted = answer.includes('"vendor_id"')
    if (isAdmitted) answeredAtMs.set(phone, performance.timeOrigin + nowMs)
    else {
      const words = answer === '' ? closed : wordsOf(answer)
      refused.set(words, (refused.get(words) ?? 0) + 1)
    }
    if (!isCounted) return
    if (isAdmitted) counted.add(phone)
    ;(isAdmitted ? latenciesMs : refusalsMs).push(nowMs - dueMs)
  }
  const next = (): Request | undefined => waiting[waitingFrom++] ?? void waitingFrom--
  const head = `POST /v1.0/initCall HTTP/1.1\r\nAuthorization: ${options.authorization}\r\n`
  const send = (line: Line, request: Request): void => {
    const body = `{"phone":"${request.phone}","client":"bench","unique":"bench-${request.phone}-0000-0000"}`
    line.send(head, body, (answer) => {
      onAnswer(request, answer)
      if (answer === '') return
      const following = next()
      if (following === undefined) free.push(line)
      else send(line, following)
    })
  }
  const lines = await Promise.all(Array.from({ length: options.connections }, () => Line.open(options.port)))
  const free = [...lines]
  for (const line of lines) {
    // A server closes a connection that was not needed for a while.
    line.onClosed = () => {
      if (free.includes(line)) free.splice(free.indexOf(line), 1)
    }
  }

  let isWarm = false
  let sent = 0
  const startMs = performance.now()
  const warmMs = startMs + options.warmUpSeconds * 1000
  const endMs = warmMs + options.seconds * 1000
  let stepMs = 1000 / (options.warmUpPerSecond ?? options.perSecond)
  let dueMs = startMs
  for (let nowMs = startMs; nowMs < endMs; nowMs = performance.now()) {
    if (!isWarm && nowMs >= warmMs) {
      isWarm = true
      stepMs = 1000 / options.perSecond
      options.onWarm?.()
    }
    for (; dueMs <= nowMs; sent++, dueMs += stepMs) {
      open += 1
      const request = { phone: options.phoneOf(sent), dueMs, isCounted: isWarm }
      // The one that has waited longest: the server closes a connection that is idle for a minute.
      const line = free.shift()
      if (line === undefined) waiting.push(request)
      else send(line, request)
    }
    await sleep(1)
  }
  const elapsedSeconds = (performance.now() - warmMs) / 1000
  options.onSent?.()
  while (open > 0) await sleep(10)
  for (const line of lines) line.close()
  return { answeredAtMs, counted, refused, latenciesMs, refusalsMs, elapsedSeconds }
}

/** Answers that refuse, apart from connections that closed without one. Prints what they said. */
export function unadmitted({ refused }: Load): Pick<Figures, 'refused' | 'errors'> {
  const sums = { refused: 0, errors: 0 }
  for (const [answer, count] of refused) {
    sums[answer === closed ? 'errors' : 'refused'] += count
    say(`${count} x ${answer}`)
  }
  return sums
}

const closed = '000 connection closed'

/** The status and the beginning of the body, without what differs from request to request. */
function wordsOf(answer: string): string {
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  return `${answer.slice(9, 12)} ${body.replace(/\d{4,}/g, '#').slice(0, 120)}`
}
