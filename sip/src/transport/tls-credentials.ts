import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import {
  type ConnectionOptions,
  checkServerIdentity,
  createSecureContext,
  type PeerCertificate,
} from 'node:tls'

export interface TlsFiles {
  /** Our certificate chain and key, PEM. Presented to clients, and to servers that request a client certificate. */
  readonly certFile?: string
  readonly keyFile?: string
  /** Trusted certificate authorities besides those of the system, PEM. */
  readonly caFile?: string
}

export interface TlsCredentials {
  readonly cert?: Buffer
  readonly key?: Buffer
  readonly ca?: Buffer
}

/** Reads the files and checks that certificate and key belong together; rejects when they do not. */
export async function loadCredentials(files: TlsFiles): Promise<TlsCredentials> {
  const [cert, key, ca] = await Promise.all(
    [files.certFile, files.keyFile, files.caFile].map((file) =>
      file === undefined ? undefined : readFile(file),
    ),
  )
  const credentials = {
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(ca === undefined ? {} : { ca }),
  }
  createSecureContext(credentials)
  return credentials
}

/** The credentials with only the certificate authorities of this file, or the reason why it is unusable. */
export function withAuthorities(credentials: TlsCredentials, caFile: string): TlsCredentials | Error {
  try {
    const ca = readFileSync(caFile)
    if (!ca.includes('-----BEGIN CERTIFICATE-----')) return new Error(`no certificate in CA file ${caFile}`)
    createSecureContext({ ca })
    return { ...credentials, ca }
  } catch (error) {
    return new Error(`CA file ${caFile} cannot be used: ${(error as Error).message}`)
  }
}

export function sameCredentials(a: TlsCredentials, b: TlsCredentials): boolean {
  const same = (one: Buffer | undefined, other: Buffer | undefined) =>
    one === other || (one !== undefined && other !== undefined && one.equals(other))
  return same(a.cert, b.cert) && same(a.key, b.key) && same(a.ca, b.ca)
}

/** TLS options that make the peer prove `name`, which may be an address. */
export function proving(name: string): Pick<ConnectionOptions, 'servername' | 'checkServerIdentity'> {
  return {
    // RFC 6066 3: an address is not allowed in SNI.
    servername: isIP(name) === 0 ? name : '',
    checkServerIdentity: (_host, certificate) => identityFault(name, certificate),
  }
}

/** RFC 5922 7.1: a `sip:` URI in the certificate names a SIP domain; without one, DNS names do. */
function identityFault(name: string, certificate: PeerCertificate): Error | undefined {
  const wanted = `URI:sip:${name.toLowerCase()}`
  const named = (certificate.subjectaltname ?? '').split(', ')
  if (named.some((one) => one.toLowerCase() === wanted.toLowerCase())) return undefined
  return checkServerIdentity(name, certificate)
}
