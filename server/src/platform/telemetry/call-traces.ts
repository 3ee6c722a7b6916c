import { createHmac } from 'node:crypto'
import type { Random } from '../random.ts'
import type { OtlpExporter, Span } from './otlp-exporter.ts'

/** One stage of a verification; its ids are filled in. */
export type Stage = Pick<Span, 'name' | 'kind' | 'startMs' | 'endMs' | 'attributes' | 'events' | 'isError'>

/**
 * Traces of verifications. The ids of a trace are made from the id of its verification, by a key of this installation: every
 * stage knows them, on whatever thread or node it runs, and nothing has to be passed on. The same digits decide whether the
 * trace is among the sampled ones.
 */
export class CallTraces {
  readonly #exporter: Pick<OtlpExporter, 'span'>
  readonly #key: Uint8Array
  readonly #share: number
  readonly #random: Random

  constructor(exporter: Pick<OtlpExporter, 'span'>, key: Uint8Array, share: number, random: Random) {
    this.#exporter = exporter
    this.#key = key
    this.#share = share
    this.#random = random
  }

  /** The first stage, which all others belong to: the request. */
  begin(subject: string, stage: Stage): void {
    const ids = this.#idsOf(subject)
    if (ids !== undefined) this.#exporter.span({ ...stage, traceId: ids.traceId, spanId: ids.rootId })
  }

  add(subject: string, stage: Stage): void {
    const ids = this.#idsOf(subject)
    if (ids === undefined) return
    const { traceId, rootId } = ids
    this.#exporter.span({
      ...stage,
      traceId,
      parentSpanId: rootId,
      spanId: Buffer.from(this.#random.bytes(8)).toString('hex'),
    })
  }

  #idsOf(subject: string): { readonly traceId: string; readonly rootId: string } | undefined {
    const digest = createHmac('sha256', this.#key).update(`trace ${subject}`).digest()
    if (digest.readUInt32BE(24) / 2 ** 32 >= this.#share) return undefined
    return { traceId: digest.toString('hex', 0, 16), rootId: digest.toString('hex', 16, 24) }
  }
}
