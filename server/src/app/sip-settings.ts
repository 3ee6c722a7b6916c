import { Resolver } from 'node:dns'
import { isIP } from 'node:net'
import { SettingError } from '../config/setting-error.ts'
import type { Settings } from '../config/settings.ts'
import type { ListenAddress, SipSettings } from '../telephony/sip-thread/sip-settings.ts'

/** The SIP and RTP settings in the form of telephony; combinations of them are checked here. */
export function sipSettingsOf(settings: Settings): SipSettings {
  const [firstPort, lastPort] = settings.RINGKEY_RTP_PORTS.split('-').map(Number) as [number, number]
  if (firstPort < 1024 || lastPort > 65_535 || lastPort - firstPort < 3) {
    throw new SettingError(
      `RINGKEY_RTP_PORTS is "${settings.RINGKEY_RTP_PORTS}": expected at least two pairs of ports from 1024 to 65535`,
    )
  }
  return {
    listen: listenOf(settings),
    port: settings.RINGKEY_SIP_PORT,
    tls:
      settings.RINGKEY_SIP_TLS_CERT === undefined
        ? undefined
        : { certFile: settings.RINGKEY_SIP_TLS_CERT, keyFile: settings.RINGKEY_SIP_TLS_KEY! },
    nameServers: nameServersOf(settings),
    rtpPorts: { firstPort, lastPort },
  }
}

/** Of two addresses one must be IPv4 and the other IPv6, each with its own advertised address. */
function listenOf({
  RINGKEY_SIP_HOST: hosts,
  RINGKEY_SIP_ADVERTISED: advertised,
}: Settings): ListenAddress[] {
  const addresses = hosts.split(',')
  const families = addresses.map((address) => isIP(address)).sort()
  if (addresses.length > 1 && families.join() !== '4,6') {
    throw new SettingError(
      `RINGKEY_SIP_HOST is "${hosts}": expected one address, or an IPv4 and an IPv6 address such as 0.0.0.0,::`,
    )
  }
  const advertisedAddresses = advertised?.split(',').map((text) => advertisedOf(text)) ?? []
  if (advertisedAddresses.length > addresses.length) {
    throw new SettingError(
      `RINGKEY_SIP_ADVERTISED is "${advertised}": expected one address, because RINGKEY_SIP_HOST is ${hosts}`,
    )
  }
  return addresses.map((host) => {
    const fits = ({ family }: { family: number }) =>
      addresses.length === 1 || family === 0 || family === isIP(host)
    const found = advertisedAddresses.find(fits)
    if (found === undefined && (host === '0.0.0.0' || host === '::')) {
      throw new SettingError(
        `RINGKEY_SIP_ADVERTISED is not set: expected the address that peers are given, because RINGKEY_SIP_HOST is ${host}`,
      )
    }
    return { host, advertised: found && { host: found.host, port: found.port } }
  })
}

const highestPort = 65_534

function advertisedOf(advertised: string) {
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(advertised) ?? []
  if (host === '0.0.0.0' || host === '[::]' || Number(port ?? 1) > highestPort || port === '0') {
    throw new SettingError(
      `RINGKEY_SIP_ADVERTISED is "${advertised}": expected an address that peers can send to, with a port up to ${highestPort} or without one`,
    )
  }
  const family = isIP(host.replace(/^\[(.*)\]$/, '$1'))
  return { host, port: port === undefined ? undefined : Number(port), family }
}

function nameServersOf({ RINGKEY_SIP_NAME_SERVERS: text }: Settings): string[] {
  const servers = text?.split(',') ?? []
  try {
    new Resolver().setServers(servers)
    return servers
  } catch {
    throw new SettingError(
      `RINGKEY_SIP_NAME_SERVERS is "${text}": expected addresses of name servers, such as 10.0.0.53 or 10.0.0.53:5353`,
    )
  }
}
