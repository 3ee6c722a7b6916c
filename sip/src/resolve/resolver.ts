// The DNS queries of RFC 3263 as an interface: tests and special networks provide their own answers.

export interface NaptrRecord {
  readonly order: number
  readonly preference: number
  readonly flags: string
  readonly service: string
  readonly replacement: string
}

export interface SrvRecord {
  readonly priority: number
  readonly weight: number
  readonly port: number
  readonly name: string
}

/** An empty answer is valid too: the name does not exist or has no such records. */
export interface DnsAnswer<Record> {
  readonly records: readonly Record[]
  readonly ttlSeconds: number
}

/** Rejects only when DNS itself failed (no server answered), never because a name has no such record. */
export interface Resolver {
  naptr(name: string): Promise<DnsAnswer<NaptrRecord>>
  srv(name: string): Promise<DnsAnswer<SrvRecord>>
  /** IPv4 and IPv6 addresses, best first. */
  addresses(name: string): Promise<DnsAnswer<string>>
}
