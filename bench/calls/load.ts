import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface LoadOptions {
  readonly baseUrl: string
  readonly authorization: string
  /** Requests a second, whatever the answers do; 0 sends the next when one is answered. */
  readonly perSecond: number
  readonly seconds: number
  readonly connections: number
  phoneOf(index: number): string
}

export interface Load {
  readonly sent: number
  /** Phone -> when the answer was there, in Unix milliseconds; admitted calls only. */
  readonly answeredAtMs: ReadonlyMap<string, number>
  /** Requests that were not admitted, by their answer. */
  readonly refused: ReadonlyMap<string, number>
  readonly latenciesMs: readonly number[]
  readonly elapsedSeconds: number
}

/** initCall over HTTP/1.1 with kept connections. */
export async function runLoad(options: LoadOptions): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections })
  const answeredAtMs = new Map<string, number>()
  const refused = new Map<string, number>()
  const latenciesMs: number[] = []
  const startMs = performance.now()
  const endMs = startMs + options.seconds * 1000
  let sent = 0
  const one = async (): Promise<void> => {
    const phone = options.phoneOf(sent++)
    const sentMs = performance.now()
    const said = await initCall(options, agent, phone)
    latenciesMs.push(performance.now() - sentMs)
    if (said === 'admitted') answeredAtMs.set(phone, performance.timeOrigin + performance.now())
    else refused.set(said, (refused.get(said) ?? 0) + 1)
  }
  if (options.perSecond === 0) {
    const chain = async (): Promise<void> => {
      while (performance.now() < endMs) await one()
    }
    await Promise.all(Array.from({ length: options.connections }, chain))
  } else {
    const waiting: Promise<void>[] = []
    while (performance.now() < endMs) {
      const due = Math.floor(((performance.now() - startMs) / 1000) * options.perSecond)
      while (sent < due) waiting.push(one())
      await sleep(2)
    }
    await Promise.all(waiting)
  }
  const elapsedSeconds = (performance.now() - startMs) / 1000
  agent.destroy()
  return { sent, answeredAtMs, refused, latenciesMs, elapsedSeconds }
}

function initCall({ baseUrl, authorization }: LoadOptions, agent: Agent, phone: string): Promise<string> {
  return new Promise((resolve) => {
    const asked = request(
      `${baseUrl}/v1.0/initCall?phone=${phone}`,
      { agent, headers: { Authorization: authorization } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
        })
        response.on('end', () =>
          resolve(text.includes('"vendor_id"') ? 'admitted' : `${response.statusCode} ${text.slice(0, 120)}`),
        )
      },
    )
    asked.on('error', (error) => resolve(error.message))
    asked.end()
  })
}
