import { isIPv6 } from 'node:net'
import { type CallMedia, type Clock, Media, type Random, type Resolver } from '@ringkey/sip'
import type { SipSettings } from './sip-settings.ts'

/** The audio of calls to one IP family. */
export interface FamilyMedia {
  readonly media: Media
  /** The SDP for calls that are not meant to be answered: one port for all of them, without sending or receiving. */
  readonly quiet: { readonly plain: CallMedia; readonly secure: CallMedia }
}

interface MediaDeps {
  readonly resolver: Resolver
  readonly clock: Clock
  readonly random?: Random
}

export async function openSipMedia(settings: SipSettings, deps: MediaDeps) {
  const all = await Promise.all(
    settings.listen.map(async ({ host, advertised }) => {
      const media = new Media({
        bindAddress: host,
        ...(advertised === undefined ? {} : { advertisedAddress: unbracketed(advertised.host) }),
        ports: settings.rtpPorts,
        ...deps,
      })
      const quiet = {
        plain: await media.open({ whenIdle: 'nothing' }),
        secure: await media.open({ whenIdle: 'nothing', secure: true }),
      }
      return { isSix: isIPv6(host), media, quiet }
    }),
  )
  const [first] = all
  if (first === undefined) throw new Error('there is no listening address')
  const [four, six] = [all.find(({ isSix }) => !isSix), all.find(({ isSix }) => isSix)]
  return {
    /** The media for a trunk with these addresses. IPv4 when both are possible, because more networks support it. */
    towards(addresses: readonly string[]): FamilyMedia {
      if (four === undefined || six === undefined) return first
      return addresses.length > 0 && addresses.every((address) => isIPv6(address)) ? six : four
    },
    close() {
      for (const { quiet } of all) {
        quiet.plain.close()
        quiet.secure.close()
      }
    },
  }
}

/** A URI has an IPv6 address in brackets, SDP has it without (RFC 8866 5.7). */
export function unbracketed<Host extends string | undefined>(host: Host): Host {
  return host?.replace(/^\[(.*)\]$/, '$1') as Host
}
