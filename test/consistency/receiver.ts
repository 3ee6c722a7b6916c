import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HandedCode, ToldEvent } from './checkers/history.ts'

/** One webhook in so many is refused when it comes first, and has to come again. */
const refusedOf = 10

/** What the gateway answers, by the last digit of the phone: most codes are delivered. */
const gatewayAnswers: Readonly<Record<string, [status: number, body: string] | undefined>> = {
  '6': [200, '{"delivered":"unknown"}'],
  '7': [200, '{"delivered":"no"}'],
  '8': [500, ''],
}
const delivered = [200, '{"price":"0.10"}'] as const
/** The connection breaks instead: whether the code was delivered is not known. */
const brokenDigit = '9'

type Body = Readonly<{ type: string; timestamp: string; data: Readonly<Record<string, unknown>> }>

/** An event as the checkers look at it. */
export function toldEvent(id: string, { type, timestamp, data }: Body): ToldEvent {
  const text = JSON.stringify([type, timestamp, data])
  const about =
    type === 'call.ended'
      ? { vendorId: Number(data.vendor_id) }
      : { verificationId: String(data.id), version: Number(data.version), status: String(data.status) }
  return { id, type: type.replace('verification.', ''), text, ...about }
}

/** A program of an integrator: the receiver of webhooks, and the gateway of steps over HTTP. */
export class Receiver {
  /** By the path of the endpoint. */
  readonly webhooks = new Map<string, ToldEvent[]>()
  readonly handedCodes: HandedCode[] = []
  /** By path: it is known only after the path was told to the service. */
  readonly secrets = new Map<string, string>()
  readonly #server = createServer((request, response) => void this.#take(request, response))
  readonly #seen = new Set<string>()

  async listen(host: string): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, host, resolve))
    return `http://${host}:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const path = request.url!
      const text = Buffer.concat(await request.toArray()).toString()
      const id = String(request.headers['webhook-id'])
      const isSigned = this.#isSigned(path, id, request, text)
      const body = JSON.parse(text) as Body
      if (path.startsWith('/gateway')) this.#handOver(id, body.data, isSigned, response)
      else this.#tell(path, { ...toldEvent(id, body), isSigned }, response)
    } catch {
      // The sender has gone.
      response.destroy()
    }
  }

  #tell(path: string, event: ToldEvent, response: ServerResponse): void {
    const isTaken = this.#seen.has(event.id) || Number.parseInt(event.id.slice(-2), 16) % refusedOf !== 0
    this.#seen.add(event.id)
    const told = this.webhooks.get(path) ?? []
    told.push({ ...event, isTaken })
    this.webhooks.set(path, told)
    response.writeHead(isTaken ? 204 : 500).end()
  }

  #handOver(id: string, data: Body['data'], isSigned: boolean, response: ServerResponse): void {
    const phone = String(data.phone).slice(1)
    const [verificationId, step] = [String(data.verification), Number(id.slice(id.lastIndexOf('-') + 1))]
    this.handedCodes.push({ id, verificationId, step, phone, code: String(data.code), isSigned })
    if (phone.endsWith(brokenDigit)) return void response.destroy()
    const [status, body] = gatewayAnswers[phone.at(-1)!] ?? delivered
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
  }

  /** Standard Webhooks 1.0. */
  #isSigned(path: string, id: string, { headers }: IncomingMessage, text: string): boolean {
    const secret = this.secrets.get(path)
    if (secret === undefined) return false
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const signed = `${id}.${headers['webhook-timestamp']}.${text}`
    const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
    return String(headers['webhook-signature']).split(' ').includes(signature)
  }
}
