import type { Numbering } from '../../numbering/phone.ts'
import { type Clock, dayMs } from '../../platform/clock.ts'
import {
  type NewApiRequest,
  type RequestBatch,
  type RequestCount,
  type RequestKind,
  slotMs,
} from '../../storage/request-records.ts'
import { type Store, StoreUnavailable } from '../../storage/store.ts'
import type { Answered, Exchange } from '../exchange.ts'
import { pathOf } from '../request-target.ts'
import { Allowance } from './allowance.ts'
import { maskParameters, maskPath } from './masked.ts'

interface RequestLogDeps {
  readonly clock: Clock
  readonly numbering: Pick<Numbering, 'readFreeText'>
  /** Whether there is a service of this id. */
  readonly isService: (serviceId: number) => Promise<boolean>
  /** Rows of a service on a day. */
  readonly rowsPerDay: number
  /** Requests that are in no count, because too many different ones waited or their write failed. */
  readonly onUncounted: (requests: number) => void
}

/** How the rows of a day are divided. A stranger who floods a service gets a tenth. */
const shares: Readonly<Record<RequestKind, number>> = { served: 0.6, refused: 0.3, unproven: 0.1 }
/** Rows of a service that are kept within a second, of each kind. */
const perSecond: Readonly<Record<RequestKind, number>> = { served: 50, refused: 50, unproven: 5 }
/** Rows of all services that wait for the next write. A write of this many takes the embedded store some 10 ms. */
const maxRows = 250
/** Counters that wait for the next write: services times methods times codes. */
const maxCounts = 20_000
/** All services together may have as many rows on a day as this many busy ones. */
const busyServices = 20
/** Services whose allowances are in memory. */
const maxServices = 50_000
/** Different kinds of unproven requests that wait for the next write. Each may name a service that does not exist. */
const maxUnproven = 500
const rowsOfUnproven = 3

type Count = RequestCount & { requests: number }

interface Unproven {
  readonly count: Count
  readonly rows: NewApiRequest[]
}

/**
 * Gathers the requests of this node for the request log, and writes them once a second, all in one transaction. An
 * answer never waits for it. Every request is counted; a flood is kept in samples. A crash loses what was gathered since
 * the last write.
 */
export class RequestLog {
  readonly #deps: RequestLogDeps
  readonly #rowsPerDay: RequestBatch['rowsPerDay']
  readonly #ofAll: Allowance
  readonly #allowances = new Map<number, Partial<Record<RequestKind, Allowance>>>()
  #rows: NewApiRequest[] = []
  /** By service: a key made of all fields would cost every request a new string. */
  #counts = new Map<number, Count[]>()
  #countsWaiting = 0
  #unproven = new Map<string, Unproven>()

  constructor(deps: RequestLogDeps) {
    this.#deps = deps
    const rowsOf = (kind: RequestKind) => Math.ceil(deps.rowsPerDay * shares[kind])
    const perDay = deps.rowsPerDay * busyServices
    this.#ofAll = new Allowance({ perDay, perSecond: maxRows }, deps.clock.monotonicMs())
    this.#rowsPerDay = { served: rowsOf('served'), refused: rowsOf('refused'), unproven: rowsOf('unproven') }
  }

  /** Called after the answer was sent. Requests that name no service belong to nobody's log. */
  note(answered: Answered, exchange: Exchange): void {
    const { serviceId, hasKey } = exchange.log
    if (serviceId === 0) return
    const at = this.#deps.clock.now()
    const code = String(answered.errorCode ?? '')
    const { method, status } = answered
    const count = { slot: Math.floor(at / slotMs), serviceId, method, status, code, requests: 1 }
    if (!hasKey) {
      this.#noteUnproven(count, () => rowOf(answered, exchange, at, code))
      return
    }
    this.#count(count)
    if (!this.#mayKeep(serviceId, code === '' ? 'served' : 'refused')) return
    this.#rows.push({ ...rowOf(answered, exchange, at, code), ...this.#given(answered, exchange) })
  }

  async write(store: Pick<Store, 'recordApiRequests'>): Promise<void> {
    await this.#admitUnproven()
    if (this.#countsWaiting === 0) return
    const batch = {
      day: Math.floor(this.#deps.clock.now() / dayMs),
      rowsPerDay: this.#rowsPerDay,
      rows: this.#rows,
      counts: [...this.#counts.values()].flat(),
    }
    this.#rows = []
    this.#counts = new Map()
    this.#countsWaiting = 0
    try {
      await store.recordApiRequests(batch)
    } catch (error) {
      // Nothing was stored, so the next write takes it along. After another failure the outcome is unknown: what may
      // be stored is not written twice.
      if (error instanceof StoreUnavailable) this.#takeBack(batch)
      else for (const { requests } of batch.counts) this.#deps.onUncounted(requests)
      throw error
    }
  }

  /**
   * The same work for a service that exists and for one that does not: the time of an answer must not tell them apart.
   * Which ids exist is found out later, by the write.
   */
  #noteUnproven(count: Count, row: () => NewApiRequest): void {
    const key = keyOf(count)
    let noted = this.#unproven.get(key)
    if (noted === undefined) {
      if (this.#unproven.size >= maxUnproven) {
        this.#deps.onUncounted(1)
        return
      }
      noted = { count: { ...count, requests: 0 }, rows: [] }
      this.#unproven.set(key, noted)
    }
    noted.count.requests += 1
    if (noted.rows.length < rowsOfUnproven) noted.rows.push(row())
  }

  async #admitUnproven(): Promise<void> {
    if (this.#unproven.size === 0) return
    const all = this.#unproven
    this.#unproven = new Map()
    const known = new Map<number, boolean>()
    try {
      for (const { count } of all.values()) {
        const { serviceId } = count
        if (!known.has(serviceId)) known.set(serviceId, await this.#deps.isService(serviceId))
      }
    } catch (error) {
      for (const [key, noted] of [...all].slice(0, maxUnproven - this.#unproven.size))
        if (!this.#unproven.has(key)) this.#unproven.set(key, noted)
      throw error
    }
    for (const { count, rows } of all.values()) {
      if (known.get(count.serviceId) !== true) continue
      this.#count(count)
      for (const row of rows) if (this.#mayKeep(count.serviceId, 'unproven')) this.#rows.push(row)
    }
  }

  #count(count: Count): void {
    const ofService = this.#counts.get(count.serviceId) ?? []
    const known = ofService.find((each) => isSameKind(each, count))
    if (known !== undefined) {
      known.requests += count.requests
      return
    }
    if (this.#countsWaiting >= maxCounts) {
      this.#deps.onUncounted(count.requests)
      return
    }
    this.#countsWaiting += 1
    ofService.push({ ...count })
    this.#counts.set(count.serviceId, ofService)
  }

  #mayKeep(serviceId: number, kind: RequestKind): boolean {
    if (this.#rows.length >= maxRows) return false
    let own = this.#allowances.get(serviceId)
    if (own === undefined) {
      if (this.#allowances.size >= maxServices) this.#allowances.clear()
      own = {}
      this.#allowances.set(serviceId, own)
    }
    const nowMs = this.#deps.clock.monotonicMs()
    own[kind] ??= new Allowance({ perDay: this.#rowsPerDay[kind], perSecond: perSecond[kind] }, nowMs)
    return own[kind].take(nowMs) && this.#ofAll.take(nowMs)
  }

  #given({ errorCode }: Answered, { log }: Exchange) {
    const readNumber = (text: string) => this.#deps.numbering.readFreeText(text)
    return { ...maskParameters(log.given, log.key, readNumber), subject: subjectOf(log, errorCode) }
  }

  #takeBack({ rows, counts }: RequestBatch): void {
    this.#rows = [...rows, ...this.#rows].slice(0, maxRows)
    for (const count of counts) this.#count(count)
  }
}

/** For counts of one service. */
const isSameKind = (one: Count, other: Count) =>
  one.method === other.method &&
  one.status === other.status &&
  one.code === other.code &&
  one.slot === other.slot

const keyOf = ({ slot, serviceId, method, status, code }: RequestCount) =>
  `${slot} ${serviceId} ${method} ${status} ${code}`

function rowOf(answered: Answered, exchange: Exchange, at: number, code: string): NewApiRequest {
  const { method, status, elapsedMs, requestId } = answered
  const { request, caller, log } = exchange
  const isOther = method === 'other'
  const path = pathOf(request.url!)
  return {
    serviceId: log.serviceId,
    at,
    method,
    verb: request.method!.slice(0, 20),
    // A stranger's texts are not kept: a customer reads this log.
    path: isOther ? (log.hasKey ? maskPath(path) : '') : path,
    code,
    status,
    elapsedUs: Math.round(elapsedMs * 1000),
    ip: caller.address,
    requestId,
    hasKey: log.hasKey,
    phoneMask: '',
    parameters: '{}',
    subject: '',
  }
}

/** The call or verification that was answered, or that the request named without being refused. */
export function subjectOf({ about, given }: Exchange['log'], errorCode: Answered['errorCode']): string {
  if (typeof about === 'string') return errorCode === 'verification_not_found' ? '' : about
  const { vendor_id: vendorId, id } = (about ?? {}) as { vendor_id?: unknown; id?: unknown }
  if (typeof id === 'string' && id.startsWith('vf_')) return id
  if (typeof vendorId === 'number') return String(vendorId)
  if (errorCode !== undefined) return ''
  const { uid, vendor_id: named } = (given ?? {}) as { uid?: unknown; vendor_id?: unknown }
  const text = String(uid ?? named ?? '')
  return /^0*[1-9]\d{0,15}$/.test(text) ? String(Number(text)) : ''
}
