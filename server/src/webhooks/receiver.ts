const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

export function portOf(url: URL): number {
  return url.port === '' ? defaultPorts[url.protocol]! : Number(url.port)
}

/** The host as it is connected to: without the brackets of IPv6 and the dot that ends a full name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** `host:port`: those who share it share the bounds of one receiver. */
export function receiverOf(url: URL): string {
  return `${hostOf(url)}:${portOf(url)}`
}
