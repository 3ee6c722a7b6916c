import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface CertificateFiles {
  readonly certFile: string
  readonly keyFile: string
}

const dayMs = 86_400_000

/** Names are written as in a certificate: `DNS:a.test`, `IP:127.0.0.1`, `URI:sip:a.test`. */
interface Wanted {
  readonly subject: string
  readonly names?: readonly string[]
  readonly days?: number
}

/** Writes a certificate that is signed by its own key, as `openssl req -x509` does. */
export function writeSelfSigned({ certFile, keyFile }: CertificateFiles, wanted: Wanted): void {
  const { privateKey, publicKey } = keyPair()
  writeFileSync(keyFile, pemOf(privateKey), { mode: 0o600 })
  writeFileSync(certFile, certificate(wanted, publicKey, { name: wanted.subject, key: privateKey }, true))
}

/** A certificate authority of a test, in a folder of its own. */
export class Authority {
  readonly folder = mkdtempSync(join(tmpdir(), 'ringkey-ca-'))
  readonly caFile = join(this.folder, 'ca.pem')
  readonly #issuer: Issuer

  constructor() {
    const { privateKey, publicKey } = keyPair()
    this.#issuer = { name: 'test-authority', key: privateKey }
    writeFileSync(this.caFile, certificate({ subject: this.#issuer.name }, publicKey, this.#issuer, true))
  }

  issue(file: string, ...names: string[]): CertificateFiles {
    const [certFile, keyFile] = [join(this.folder, `${file}.pem`), join(this.folder, `${file}.key`)]
    const { privateKey, publicKey } = keyPair()
    writeFileSync(keyFile, pemOf(privateKey), { mode: 0o600 })
    writeFileSync(certFile, certificate({ subject: 'test', names }, publicKey, this.#issuer, false))
    return { certFile, keyFile }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

interface Issuer {
  readonly name: string
  readonly key: KeyObject
}

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' })

// RFC 5280, section 4.1, in DER (X.690, section 8).
function certificate(wanted: Wanted, key: KeyObject, issuer: Issuer, isAuthority: boolean): string {
  const { subject, names = [], days = 2 } = wanted
  const now = Date.now()
  const extensions = [
    ...(isAuthority ? [extension(oids.basicConstraints, sequence(Buffer.from('0101ff', 'hex')))] : []),
    ...(names.length > 0 ? [extension(oids.subjectAltName, sequence(...names.map(generalName)))] : []),
  ]
  const signed = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    sequence(oids.ecdsaWithSha256),
    commonName(issuer.name),
    sequence(utcTime(now), utcTime(now + days * dayMs)),
    commonName(subject),
    key.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, issuer.key))
  const whole = sequence(signed, sequence(oids.ecdsaWithSha256), signature)
  const lines = whole.toString('base64').match(/.{1,64}/g)!
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** Tag, length and contents: lengths from 128 on are written with a count of their bytes before them. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const contents = Buffer.concat(parts)
  const { length } = contents
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), contents])
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const integer = (bytes: Buffer) => der(0x02, bytes)
const utcTime = (ms: number) =>
  der(0x17, Buffer.from(new Date(ms).toISOString().replace(/^..|\.\d+|[-T:]/g, '')))
const commonName = (name: string) =>
  sequence(der(0x31, sequence(oids.commonName, der(0x0c, Buffer.from(name)))))
const extension = (oid: Buffer, value: Buffer) => sequence(oid, der(0x04, value))

const oids = {
  commonName: Buffer.from('0603550403', 'hex'),
  basicConstraints: Buffer.from('0603551d13', 'hex'),
  subjectAltName: Buffer.from('0603551d11', 'hex'),
  ecdsaWithSha256: Buffer.from('06082a8648ce3d040302', 'hex'),
}

function generalName(written: string): Buffer {
  const [kind, ...rest] = written.split(':')
  const value = rest.join(':')
  if (kind === 'DNS') return der(0x82, Buffer.from(value))
  if (kind === 'URI') return der(0x86, Buffer.from(value))
  if (kind === 'IP') return der(0x87, Buffer.from(value.split('.').map(Number)))
  throw new Error(`no such kind of name: ${written}`)
}
