/** Known headers: the spelling in which they are sent, with their compact forms (RFC 3261 7.3.3). */
const knownNames = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Alert-Info',
  'Allow',
  'Allow-Events',
  'Authentication-Info',
  'Authorization',
  'Call-ID',
  'Call-Info',
  'Contact',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Language',
  'Content-Length',
  'Content-Type',
  'CSeq',
  'Date',
  'Diversion',
  'Error-Info',
  'Event',
  'Expires',
  'From',
  'Identity',
  'In-Reply-To',
  'Max-Forwards',
  'MIME-Version',
  'Min-Expires',
  'Min-SE',
  'Organization',
  'P-Asserted-Identity',
  'P-Called-Party-ID',
  'P-Preferred-Identity',
  'Path',
  'Priority',
  'Privacy',
  'Proxy-Authenticate',
  'Proxy-Authorization',
  'Proxy-Require',
  'RAck',
  'Reason',
  'Record-Route',
  'Refer-To',
  'Referred-By',
  'Remote-Party-ID',
  'Reply-To',
  'Require',
  'Retry-After',
  'Route',
  'RSeq',
  'Server',
  'Service-Route',
  'Session-Expires',
  'SIP-ETag',
  'SIP-If-Match',
  'Subject',
  'Subscription-State',
  'Supported',
  'Timestamp',
  'To',
  'Unsupported',
  'User-Agent',
  'Via',
  'Warning',
  'WWW-Authenticate',
]

const compactForms: Record<string, string> = {
  a: 'Accept-Contact',
  b: 'Referred-By',
  c: 'Content-Type',
  d: 'Request-Disposition',
  e: 'Content-Encoding',
  f: 'From',
  i: 'Call-ID',
  j: 'Reject-Contact',
  k: 'Supported',
  l: 'Content-Length',
  m: 'Contact',
  n: 'Identity-Info',
  o: 'Event',
  r: 'Refer-To',
  s: 'Subject',
  t: 'To',
  u: 'Allow-Events',
  v: 'Via',
  x: 'Session-Expires',
  y: 'Identity',
}

const spellings = new Map<string, string>()
for (const name of knownNames) spellings.set(name, name).set(name.toLowerCase(), name)
for (const [compact, name] of Object.entries(compactForms)) {
  spellings.set(compact, name).set(compact.toUpperCase(), name)
  spellings.set(name, name).set(name.toLowerCase(), name)
}

/**
 * One spelling per header name, so that names compare with `===` (RFC 3261 7.3.1: names are case-insensitive). An
 * unknown name gets a capital after each dash.
 */
export function canonicalName(name: string): string {
  const known = spellings.get(name) ?? spellings.get(name.toLowerCase())
  if (known !== undefined) return known
  return name.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase())
}
