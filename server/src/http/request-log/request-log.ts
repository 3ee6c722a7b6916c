import type { Numbering } from '../../numbering/phone.ts'
import { type Clock, hourMs } from '../../platform/clock.ts'
import type {
  NewApiRequest,
  RequestBatch,
  RequestCount,
  RequestKind,
} from '../../storage/queries/api-requests.ts'
import { type Store, storedNothing } from '../../storage/store.ts'
import type { Answered, Reply } from '../reply.ts'
import { pathOf } from '../request-target.ts'
import { maskParameters, maskPath } from './masked.ts'

interface RequestLogDeps {
  readonly clock: Clock
  readonly numbering: Pick<Numbering, 'readFreeText'>
  /** Rows of a service; 0 keeps and counts nothing. */
  readonly rows: () => number
  /** Requests that are in no count, because too many different ones waited or their write failed. */
  readonly onUncounted: (requests: number) => void
}

/** How the rows of a service are divided. A stranger who floods it gets a tenth. */
const shares: Readonly<Record<RequestKind, number>> = { served: 0.6, refused: 0.3, unproven: 0.1 }
/** Rows of a service that wait for the next write. */
const maxOfService: Readonly<Record<RequestKind, number>> = { served: 50, refused: 50, unproven: 5 }
/**
 * Rows of all services that wait. A write of this many takes the embedded store some 20 ms. Unproven requests have a part
 * of it, because each may name a service that does not exist.
 */
const maxOfAll = { proven: 200, unproven: 50 }
/** Counts that wait: services times methods times codes. Unproven requests may begin so many of them. */
const maxCounts = { all: 20_000, unproven: 500 }

type Count = RequestCount & { requests: number }

/** What waits for the next write. */
class Gathered {
  readonly rows: NewApiRequest[] = []
  /** By service: a key made of all fields would cost every request a new string. */
  readonly #counts = new Map<number, Count[]>()
  readonly #kept = new Map<number, Record<RequestKind, number>>()
  readonly #sums = { proven: 0, unproven: 0, counts: 0, unprovenCounts: 0 }

  get counts(): readonly Count[] {
    return [...this.#counts.values()].flat()
  }

  /** False when too many different ones wait. */
  count(count: Count, isProven: boolean): boolean {
    const ofService = this.#counts.get(count.serviceId) ?? []
    const known = ofService.find((each) => isSameKind(each, count))
    if (known !== undefined) {
      known.requests += count.requests
      return true
    }
    if (this.#sums.counts >= maxCounts.all) return false
    if (!isProven && this.#sums.unprovenCounts >= maxCounts.unproven) return false
    this.#sums.counts += 1
    if (!isProven) this.#sums.unprovenCounts += 1
    ofService.push({ ...count })
    this.#counts.set(count.serviceId, ofService)
    return true
  }

  /** Whether there is room for a row of the service; the room is then taken. */
  takeRoom(serviceId: number, kind: RequestKind): boolean {
    const all = kind === 'unproven' ? 'unproven' : 'proven'
    if (this.#sums[all] >= maxOfAll[all]) return false
    const own = this.#kept.get(serviceId) ?? { served: 0, refused: 0, unproven: 0 }
    if (own[kind] >= maxOfService[kind]) return false
    own[kind] += 1
    this.#kept.set(serviceId, own)
    this.#sums[all] += 1
    return true
  }
}

/**
 * Gathers the requests of this node for the request log, and writes them once a second, all in one transaction. An
 * answer never waits for it. Every request is counted; of a flood some are kept one by one. A crash loses what was
 * gathered since the last write.
 */
export class RequestLog {
  readonly #deps: RequestLogDeps
  #gathered = new Gathered()

  constructor(deps: RequestLogDeps) {
    this.#deps = deps
  }

  /**
   * Called after the answer was sent. Requests that name no service belong to nobody's log. A service that exists costs
   * the same time as one that does not, so that answers do not tell them apart: the store finds out.
   */
  note(answered: Answered, reply: Reply): void {
    const { serviceId, hasKey } = reply.log
    if (serviceId === 0 || this.#deps.rows() === 0) return
    const at = this.#deps.clock.now()
    const code = String(answered.errorCode ?? '')
    const kind: RequestKind = !hasKey ? 'unproven' : code === '' ? 'served' : 'refused'
    const { method, status } = answered
    this.#count({ hour: Math.floor(at / hourMs), serviceId, method, status, code, requests: 1 }, hasKey)
    if (!this.#gathered.takeRoom(serviceId, kind)) return
    const row = { ...rowOf(answered, reply, at), kind, code }
    this.#gathered.rows.push(hasKey ? { ...row, ...this.#given(answered, reply) } : row)
  }

  async write(store: Pick<Store, 'recordApiRequests'>): Promise<void> {
    const { rows, counts } = this.#gathered
    if (counts.length === 0) return
    this.#gathered = new Gathered()
    try {
      await store.recordApiRequests({ newest: this.#newest(), rows, counts })
    } catch (error) {
      // What may be stored is not written twice.
      if (storedNothing(error)) this.#takeBack(rows, counts)
      else for (const { requests } of counts) this.#deps.onUncounted(requests)
      throw error
    }
  }

  #newest(): RequestBatch['newest'] {
    const of = this.#deps.rows()
    const rowsOf = (kind: RequestKind) => Math.ceil(of * shares[kind])
    return { served: rowsOf('served'), refused: rowsOf('refused'), unproven: rowsOf('unproven') }
  }

  #count(count: Count, isProven: boolean): void {
    if (!this.#gathered.count(count, isProven)) this.#deps.onUncounted(count.requests)
  }

  #given({ errorCode }: Answered, { log }: Reply) {
    const readNumber = (text: string) => this.#deps.numbering.readFreeText(text)
    return { ...maskParameters(log.given, log.key, readNumber), subject: subjectOf(log, errorCode) }
  }

  #takeBack(rows: readonly NewApiRequest[], counts: readonly Count[]): void {
    for (const count of counts) this.#count(count, true)
    const kept = rows.filter((row) => this.#gathered.takeRoom(row.serviceId, row.kind))
    this.#gathered.rows.push(...kept)
  }
}

/** For counts of one service. */
const isSameKind = (one: Count, other: Count) =>
  one.method === other.method &&
  one.status === other.status &&
  one.code === other.code &&
  one.hour === other.hour

/** Of a stranger no texts are kept: a customer reads this log. */
function rowOf(answered: Answered, reply: Reply, at: number) {
  const { method, status, elapsedMs, requestId } = answered
  const { request, caller, log } = reply
  const isOther = method === 'other'
  const path = pathOf(request.url!)
  return {
    serviceId: log.serviceId,
    at,
    method,
    verb: request.method!.slice(0, 20),
    path: isOther ? (log.hasKey ? maskPath(path) : '') : path,
    status,
    elapsedUs: Math.round(elapsedMs * 1000),
    ip: caller.address,
    requestId,
    phoneMask: '',
    parameters: '{}',
    subject: '',
  }
}

/** The call or verification that was answered, or that the request named without being refused. */
export function subjectOf({ about, given }: Reply['log'], errorCode: Answered['errorCode']): string {
  if (typeof about === 'string') return errorCode === 'verification_not_found' ? '' : about
  const { vendor_id: vendorId, id } = (about ?? {}) as { vendor_id?: unknown; id?: unknown }
  if (typeof id === 'string' && id.startsWith('vf_')) return id
  if (typeof vendorId === 'number') return String(vendorId)
  if (errorCode !== undefined) return ''
  const { uid, vendor_id: named } = (given ?? {}) as { uid?: unknown; vendor_id?: unknown }
  const text = String(uid ?? named ?? '')
  return /^0*[1-9]\d{0,15}$/.test(text) ? String(Number(text)) : ''
}
