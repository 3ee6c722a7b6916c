import { Line } from './line.ts'

export interface Answer {
  /** 0: the connection was refused, or closed without an answer. */
  readonly status: number
  /** The `code` of a problem or of an error; '' of another answer. */
  readonly code: string
  readonly retryAfterMs: number | undefined
  // biome-ignore lint/suspicious/noExplicitAny: answers of both interfaces
  readonly body: any
}

interface Asked {
  readonly authorization: string
  readonly body?: object
  readonly idempotencyKey?: string
}

const none: Answer = { status: 0, code: 'no answer', retryAfterMs: undefined, body: {} }

/** Requests over kept connections, as many at once as are asked. */
export class ApiClient {
  readonly #port: number
  readonly #patienceMs: number
  readonly #free: Line[] = []

  /** A request that takes longer is left without its answer. */
  constructor(port: number, patienceMs = 60_000) {
    this.#port = port
    this.#patienceMs = patienceMs
  }

  /** So many connections that wait for a request. */
  async open(count: number): Promise<void> {
    // Not faster than the backlog of the listener takes them.
    while (this.#free.length < count)
      this.#free.push(...(await Promise.all(Array.from({ length: 100 }, () => this.#line()))))
  }

  async ask(path: string, { authorization, body, idempotencyKey }: Asked): Promise<Answer> {
    const line = this.#free.pop() ?? (await this.#line().catch(() => undefined))
    if (line === undefined) return none
    const head = [
      `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nAuthorization: ${authorization}\r\n`,
      idempotencyKey === undefined ? '' : `Idempotency-Key: ${idempotencyKey}\r\n`,
    ].join('')
    const timer = setTimeout(() => line.close(), this.#patienceMs)
    return new Promise((resolve) =>
      line.send(head, body === undefined ? '' : JSON.stringify(body), (answer) => {
        clearTimeout(timer)
        if (answer === '') return resolve(none)
        if (/^connection: close/im.test(answer)) line.close()
        else this.#free.push(line)
        resolve(read(answer))
      }),
    )
  }

  close(): void {
    for (const line of [...this.#free]) line.close()
  }

  async #line(): Promise<Line> {
    const line = await Line.open(this.#port)
    line.onClosed = () => {
      if (this.#free.includes(line)) this.#free.splice(this.#free.indexOf(line), 1)
    }
    return line
  }
}

function read(answer: string): Answer {
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
  const seconds = /^retry-after: (\d+)/im.exec(answer)?.[1]
  return {
    status: Number(answer.slice(9, 12)),
    code: String(body.code ?? ''),
    retryAfterMs: seconds === undefined ? undefined : Number(seconds) * 1_000,
    body,
  }
}
