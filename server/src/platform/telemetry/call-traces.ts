import { createHmac } from 'node:crypto'
import type { Random } from '../random.ts'
import type { OtlpExporter, Span } from './otlp-exporter.ts'

/** One stage of a call; its ids are filled in. */
export type Stage = Pick<Span, 'name' | 'kind' | 'startMs' | 'endMs' | 'attributes' | 'events' | 'isError'>

/**
 * Traces of calls. The ids of a trace are made from the id of its call, by a key of this installation: every
 * stage knows them, on whatever thread or node it runs, and nothing has to be passed on. Whether a call is among the
 * sampled ones follows from its id too.
 */
export class CallTraces {
  readonly #exporter: Pick<OtlpExporter, 'span'>
  readonly #key: Uint8Array
  readonly #share: number
  readonly #random: Random
  readonly #seed: number

  constructor(exporter: Pick<OtlpExporter, 'span'>, key: Uint8Array, share: number, random: Random) {
    this.#exporter = exporter
    this.#key = key
    this.#share = share
    this.#random = random
    this.#seed = createHmac('sha256', key).update('sample').digest().readInt32BE(0)
  }

  /**
   * The same on every node. It is asked at each stage of every call, so it is not a digest: four of them took 40 µs
   * of CPU time a request, more than half of what a request takes on its thread without traces.
   */
  isSampled(subject: string): boolean {
    let hash = this.#seed
    // FNV-1a, then the finaliser of MurmurHash3, which spreads ids that follow each other.
    for (let index = 0; index < subject.length; index++)
      hash = Math.imul(hash ^ subject.charCodeAt(index), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32 < this.#share
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
    if (!this.isSampled(subject)) return undefined
    const digest = createHmac('sha256', this.#key).update(`trace ${subject}`).digest()
    return { traceId: digest.toString('hex', 0, 16), rootId: digest.toString('hex', 16, 24) }
  }
}
