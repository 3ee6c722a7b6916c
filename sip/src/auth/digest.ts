import { hash } from 'node:crypto'

/** Algorithms of RFC 7616 and RFC 8760, by their name in the header, lower case. */
const hashNames: Readonly<Record<string, string>> = {
  md5: 'md5',
  'sha-256': 'sha256',
  'sha-512-256': 'sha512-256',
}

export interface Algorithm {
  /** The spelling used in the header. */
  readonly name: string
  /** `-sess`: the nonces enter into the key (RFC 7616 3.4.2). */
  readonly session: boolean
  hash(text: string | Uint8Array): string
}

/** Undefined when the algorithm is unknown. No name means MD5 (RFC 7616 3.3). */
export function algorithmNamed(name = 'MD5'): Algorithm | undefined {
  const lower = name.toLowerCase()
  const session = lower.endsWith('-sess')
  const hashName = hashNames[session ? lower.slice(0, -'-sess'.length) : lower]
  return hashName === undefined ? undefined : { name, session, hash: (text) => hash(hashName, text, 'hex') }
}

export interface DigestInput {
  readonly algorithm: Algorithm
  readonly username: string
  readonly realm: string
  readonly password: string
  readonly method: string
  readonly uri: string
  readonly nonce: string
  /** Undefined: the form of RFC 2069, without qop. */
  readonly qop: 'auth' | 'auth-int' | undefined
  /** Eight hexadecimal digits. */
  readonly nonceCount: string
  readonly cnonce: string
  readonly body: Uint8Array
}

/** The `response` value of RFC 7616 3.4.1. */
export function digestResponse(input: DigestInput): string {
  const { algorithm, nonce, cnonce, qop } = input
  const secret = algorithm.hash(`${input.username}:${input.realm}:${input.password}`)
  const a1 = algorithm.session ? algorithm.hash(`${secret}:${nonce}:${cnonce}`) : secret
  const integrity = qop === 'auth-int' ? `:${algorithm.hash(input.body)}` : ''
  const a2 = algorithm.hash(`${input.method}:${input.uri}${integrity}`)
  return qop === undefined
    ? algorithm.hash(`${a1}:${nonce}:${a2}`)
    : algorithm.hash(`${a1}:${nonce}:${input.nonceCount}:${cnonce}:${qop}:${a2}`)
}

/** RFC 7616 3.4.4: the user name, hashed so that an eavesdropper cannot read it. */
export function hashedUsername(algorithm: Algorithm, username: string, realm: string): string {
  return algorithm.hash(`${username}:${realm}`)
}
