const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** The path of this service that takes every webhook of the demo, for those who have no program yet. */
export const demoReceiver = '/demo/receiver'

export function portOf(url: URL): number {
  return url.port === '' ? defaultPorts[url.protocol]! : Number(url.port)
}

/** The host to connect to: without the brackets of IPv6 and the final dot of a full name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** `host:port`: URLs that share it share the limits of one receiver. */
export function receiverOf(url: URL): string {
  return `${hostOf(url)}:${portOf(url)}`
}
