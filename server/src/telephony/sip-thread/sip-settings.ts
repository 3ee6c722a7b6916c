import type { TlsFiles } from '@ringkey/sip'

export interface ListenAddress {
  readonly host: string
  /** The address in Via, Contact and SDP behind NAT. */
  readonly advertised: { readonly host: string; readonly port: number | undefined } | undefined
}

/** The addresses that SIP listens on and advertises. */
export interface SipSettings {
  /** One IPv4 address, one IPv6 address, or both. */
  readonly listen: readonly ListenAddress[]
  readonly port: number
  readonly tls: TlsFiles | undefined
  /** Name servers for the hosts of trunks; those of the machine when empty. */
  readonly nameServers: readonly string[]
  readonly rtpPorts: { readonly firstPort: number; readonly lastPort: number }
}
