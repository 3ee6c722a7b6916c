import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { AddressList } from '../platform/address-list.ts'
import type { Clock } from '../platform/clock.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { createLookup, type Lookup } from './names.ts'
import { isPublicAddress } from './public-address.ts'
import { demoReceiver, hostOf, portOf } from './receiver.ts'

const lookupTimeoutMs = 2_000
/** A name with more addresses than this is not an ordinary receiver; the others are neither checked nor used. */
const maxAddresses = 16

export interface GuardOptions {
  readonly clock: Clock
  /** Ranges that the operator allowed although they are not public. */
  readonly allowedRanges: readonly string[]
  /** The addresses of this machine, allowed only to services of the first run's demo account. */
  readonly loopbackRanges?: readonly string[]
  /** Ports on which this service listens: it never calls itself. */
  readonly ownPorts?: ReadonlySet<number>
  /** Addresses of this machine besides loopback. */
  readonly ownAddresses?: () => readonly string[]
  readonly lookup?: Lookup
}

/** The service for which a webhook is sent. */
export interface Sender {
  /** Whether its service belongs to the demo account of the first run, and the demo is on. */
  readonly mayUseLoopback: boolean
  /** Of a receiver of alarms: the operator named its address. */
  readonly toAnywhere?: true | undefined
}

const anybody: Sender = { mayUseLoopback: false }

/** The words that the record of an attempt has. */
export type GuardRefusal =
  | 'neither http nor https'
  | 'user and password in it'
  | 'no host'
  | 'the address is not public'
  | 'that is this service itself'

export type GuardVerdict =
  /** The checked addresses: only these are connected to, and the name is not looked up again. */
  | { readonly kind: 'allowed'; readonly addresses: readonly string[] }
  | { readonly kind: 'refused'; readonly why: GuardRefusal }
  | { readonly kind: 'unresolved' }

/**
 * Decides whether and where a webhook may be sent. The URL parser converts unusual spellings of IPv4 (decimal, octal,
 * hexadecimal, fewer parts, full-width digits), so that they arrive here as plain addresses.
 */
export class CallbackGuard {
  readonly #allowed: AddressList
  readonly #allowedWithLoopback: AddressList
  readonly #ownPorts: ReadonlySet<number>
  readonly #ownAddresses: () => readonly string[]
  readonly #lookup: Lookup
  readonly #clock: Clock

  constructor(options: GuardOptions) {
    this.#allowed = new AddressList(options.allowedRanges)
    this.#allowedWithLoopback = new AddressList([...options.allowedRanges, ...(options.loopbackRanges ?? [])])
    this.#ownPorts = options.ownPorts ?? new Set()
    this.#ownAddresses = options.ownAddresses ?? interfaceAddresses
    this.#lookup = options.lookup ?? createLookup()
    this.#clock = options.clock
  }

  /**
   * Used when a request names the URL: a name that does not resolve yet may do so later, and every delivery checks
   * again.
   */
  async isAllowed(url: URL, sender: Sender = anybody): Promise<boolean> {
    return (await this.check(url, sender)).kind !== 'refused'
  }

  async check(url: URL, { mayUseLoopback, toAnywhere }: Sender = anybody): Promise<GuardVerdict> {
    if (!/^https?:$/.test(url.protocol)) return { kind: 'refused', why: 'neither http nor https' }
    if (url.username !== '' || url.password !== '') return { kind: 'refused', why: 'user and password in it' }
    const host = hostOf(url)
    if (host === '') return { kind: 'refused', why: 'no host' }
    const allowed = mayUseLoopback ? this.#allowedWithLoopback : this.#allowed
    const addresses = await this.#addressesOf(host, allowed)
    if (addresses.length === 0) return { kind: 'unresolved' }
    if (toAnywhere) return { kind: 'allowed', addresses }
    const port = portOf(url)
    const isBuiltIn = mayUseLoopback && url.pathname === demoReceiver
    for (const address of addresses) {
      if (!isPublicAddress(address) && !allowed.has(address)) {
        return { kind: 'refused', why: 'the address is not public' }
      }
      if (this.#ownPorts.has(port) && this.#isOwn(address) && !isBuiltIn) {
        return { kind: 'refused', why: 'that is this service itself' }
      }
    }
    return { kind: 'allowed', addresses }
  }

  #isOwn(address: string): boolean {
    return loopback.has(address) || new AddressList(this.#ownAddresses()).has(address)
  }

  #addressesOf(host: string, allowed: AddressList): readonly string[] | Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host]
    // RFC 6761 6.3: these names are loopback, whatever a name server says. Whoever allows one of the two means the name.
    if (/(^|\.)localhost$/.test(host)) {
      const admitted = localhost.filter((address) => allowed.has(address))
      return admitted.length === 0 ? localhost : admitted
    }
    return this.#resolve(host)
  }

  async #resolve(host: string): Promise<readonly string[]> {
    const found = withTimeout(this.#clock, lookupTimeoutMs, this.#lookup(host)).catch(() => undefined)
    return (await found)?.slice(0, maxAddresses) ?? []
  }
}

const localhost = ['127.0.0.1', '::1']
const loopback = new AddressList(['127.0.0.0/8', '::1', '0.0.0.0', '::'])

/** Read each time: addresses change while the service runs. */
function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries) => entries?.map(({ address }) => address) ?? [])
}
