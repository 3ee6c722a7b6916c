import type { TlsFiles } from '@ringkey/sip'

export interface ListenAddress {
  readonly host: string
  /** What Via, Contact and SDP say behind NAT. */
  readonly advertised: { readonly host: string; readonly port: number | undefined } | undefined
}

/** Where the line listens and what it tells peers. */
export interface LineSettings {
  /** One IPv4 address, one IPv6 address, or both. */
  readonly listen: readonly ListenAddress[]
  readonly port: number
  readonly tls: TlsFiles | undefined
  /** Name servers for the hosts of trunks; those of the machine when empty. */
  readonly nameServers: readonly string[]
  readonly rtpPorts: { readonly firstPort: number; readonly lastPort: number }
}
