import { Resolver } from 'node:dns'
import { SettingError, type Settings } from '../config/settings.ts'
import type { LineSettings } from '../telephony/line/line.ts'

/** The settings of SIP and RTP as telephony wants them; what they say together is checked here. */
export function sipSettingsOf(settings: Settings): LineSettings {
  const { RINGKEY_SIP_HOST: host, RINGKEY_SIP_PORT: port, RINGKEY_SIP_ADVERTISED: told } = settings
  if (told === undefined && (host === '0.0.0.0' || host === '::')) {
    throw new SettingError(
      `RINGKEY_SIP_ADVERTISED is not set: expected the address that peers are told, because RINGKEY_SIP_HOST is ${host}`,
    )
  }
  const [, advertisedHost = '', advertisedPort] = /^(.*?)(?::(\d+))?$/.exec(told ?? '') ?? []
  const highestPort = 65_534
  if (
    advertisedHost === '0.0.0.0' ||
    advertisedHost === '[::]' ||
    Number(advertisedPort ?? 1) > highestPort ||
    advertisedPort === '0'
  ) {
    throw new SettingError(
      `RINGKEY_SIP_ADVERTISED is "${told}": expected an address that peers can send to, with a port up to ${highestPort} or without one`,
    )
  }
  const [firstPort, lastPort] = settings.RINGKEY_RTP_PORTS.split('-').map(Number) as [number, number]
  if (firstPort < 1024 || lastPort > 65_535 || lastPort - firstPort < 3) {
    throw new SettingError(
      `RINGKEY_RTP_PORTS is "${settings.RINGKEY_RTP_PORTS}": expected at least two pairs of ports from 1024 to 65535`,
    )
  }
  return {
    host,
    port,
    advertised:
      told === undefined
        ? undefined
        : { host: advertisedHost, port: advertisedPort === undefined ? undefined : Number(advertisedPort) },
    tls:
      settings.RINGKEY_SIP_TLS_CERT === undefined
        ? undefined
        : { certFile: settings.RINGKEY_SIP_TLS_CERT, keyFile: settings.RINGKEY_SIP_TLS_KEY! },
    nameServers: nameServersOf(settings),
    rtpPorts: { firstPort, lastPort },
  }
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
