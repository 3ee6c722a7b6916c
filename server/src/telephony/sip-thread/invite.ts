import { isIP } from 'node:net'
import { type CallOptions, type Credentials, escapeUser } from '@ringkey/sip'
import type { TrunkSettings } from '../../storage/queries/trunks.ts'
import { registeredUser } from '../trunks/registered-user.ts'
import type { SipRoute, SipTrunk } from './messages.ts'

/** The URIs and headers of an INVITE over a trunk, without its body and handlers. */
export function inviteOf(
  { settings, password }: SipTrunk,
  { called, caller }: SipRoute,
  serviceRoute: readonly string[],
): Pick<
  CallOptions,
  'to' | 'from' | 'headers' | 'reliableProgress' | 'contactUser' | 'routes' | 'staysOnUdp' | 'transport'
> &
  Partial<Pick<CallOptions, 'proxy' | 'credentials'>> {
  const domain = settings.fromDomain ?? settings.host
  const identity = `<sip:${escapeUser(caller)}@${domain}>`
  const to = trunkUri(settings, escapeUser(called))
  const { callerPlaces, anonymousFrom, privacy } = settings
  const ownUser = registeredUser(settings)
  const fromUser = callerPlaces.includes('from') ? caller : (settings.fromUser ?? ownUser)
  // RFC 3323 4.1.1.3: an anonymous From. The Contact is then anonymous too.
  const from =
    anonymousFrom || fromUser === null
      ? '"Anonymous" <sip:anonymous@anonymous.invalid>'
      : `<sip:${escapeUser(fromUser)}@${domain}>`
  return {
    to,
    from,
    headers: [
      ...callerPlaces.flatMap((place) => headerOf[place]?.(identity, privacy, to) ?? []),
      ...(privacy === 'unset' ? [] : [['Privacy', privacy] as const]),
      ...Object.entries(settings.headers),
    ],
    reliableProgress: settings.reliableProgress,
    contactUser: ownUser ?? (anonymousFrom ? 'anonymous' : caller),
    staysOnUdp: !settings.tcpForLarge,
    routes: serviceRoute,
    transport: settings.transport,
    ...routeOf(settings),
    ...credentialsOf(settings, password),
  }
}

type Header = readonly [name: string, value: string]

type Privacy = TrunkSettings['privacy']

const headerOf: Readonly<Record<string, (identity: string, privacy: Privacy, to: string) => Header[]>> = {
  // RFC 3325 9.1: only for a carrier that trusts us, which the settings ensure. 9.2: the identity that it shall assert.
  pai: (identity) => [['P-Asserted-Identity', identity]],
  ppi: (identity) => [['P-Preferred-Identity', identity]],
  // draft-ietf-sip-privacy-04: never a standard, but many switches read it
  rpid: (identity, privacy) => [
    ['Remote-Party-ID', `${identity};party=calling;screen=yes;privacy=${privacy === 'id' ? 'full' : 'off'}`],
  ],
  // RFC 5806: historic, but read by carriers that bill the forwarding number
  diversion: (identity) => [['Diversion', `${identity};reason=unconditional`]],
  // RFC 7044 with RFC 7544 7.1: the same in a standard; cause 302 is "unconditional"
  'history-info': (identity, _, to) => [
    ['History-Info', `${identity};index=1, <${to};cause=302>;index=1.1;mp=1`],
  ],
}

/** The trunk itself, or a user there. */
export function trunkUri({ host, port, transport }: TrunkSettings, user?: string): string {
  const address = `${host}${port === null ? '' : `:${port}`}`
  return `sip:${user === undefined ? '' : `${user}@`}${address}${transportIn(address, transport)}`
}

export function routeOf({ proxy, transport }: TrunkSettings): { proxy?: string } {
  return proxy === null ? {} : { proxy: `sip:${proxy}${transportIn(proxy, transport)}` }
}

/** UDP is named only where NAPTR records could choose another transport: for a name without a port (RFC 3263 4.1). */
function transportIn(address: string, transport: TrunkSettings['transport']): string {
  const isChosenByDns = isIP(address) === 0 && !/:\d+$|\]$/.test(address)
  return transport === 'udp' && !isChosenByDns ? '' : `;transport=${transport}`
}

export function credentialsOf(
  { authUser }: TrunkSettings,
  password: string | undefined,
): { credentials?: Credentials } {
  return authUser === null || password === undefined ? {} : { credentials: { username: authUser, password } }
}
