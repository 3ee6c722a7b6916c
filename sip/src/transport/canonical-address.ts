/**
 * The canonical text of an IPv6 address (RFC 5952), as sockets report it, without a zone. Addresses are compared as
 * texts, and peers write `2001:DB8:0::1` for `2001:db8::1`. IPv4 addresses and names stay unchanged. The grammar of RFC
 * 3261 lets a third colon stand before an IPv4 part; it is tolerated (RFC 5118 4.10).
 */
export function canonicalAddress(address: string): string {
  if (!address.includes(':')) return address
  const url = `http://[${address.split('%')[0]!.replace(/:::(?=\d+\.)/, '::')}]`
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address
}
