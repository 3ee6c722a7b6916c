import { type CSeq, parseCSeq } from './header-values.ts'
import type { Headers } from './headers.ts'
import { type NameAddress, parseNameAddress, tagOf, usualTag } from './name-address.ts'
import { splitList } from './tokens.ts'
import { parseVia, usualBranch, type Via } from './via.ts'

export const noBody = new Uint8Array(0)

/** The common part of requests and responses. Typed headers are parsed on first access, then cached. */
abstract class Message {
  readonly headers: Headers
  readonly body: Uint8Array
  #via: Via | undefined
  #branch: string | undefined
  #from: NameAddress | undefined
  #to: NameAddress | undefined
  #cseq: CSeq | undefined

  constructor(headers: Headers, body: Uint8Array) {
    this.headers = headers
    this.body = body
  }

  /** The topmost Via. */
  get via(): Via {
    return required('Via', this.tryVia())
  }

  get from(): NameAddress {
    this.#from ??= required('From', parseNameAddress(this.headers.get('From') ?? ''))
    return this.#from
  }

  get to(): NameAddress {
    this.#to ??= required('To', parseNameAddress(this.headers.get('To') ?? ''))
    return this.#to
  }

  get cseq(): CSeq {
    return required('CSeq', this.tryCSeq())
  }

  // For the parser, which checks that the headers can be parsed at all.
  tryVia(): Via | undefined {
    this.#via ??= parseTopVia(this.headers)
    return this.#via
  }

  tryCSeq(): CSeq | undefined {
    this.#cseq ??= parseCSeq(this.headers.get('CSeq') ?? '')
    return this.#cseq
  }

  /** The branch of the topmost Via; undefined when it has none. */
  get branch(): string | undefined {
    return this.#usualBranch() ?? this.via.parameters.get('branch')
  }

  get fromTag(): string | undefined {
    return usualTag(this.headers.get('From') ?? '') ?? tagOf(this.from)
  }

  get toTag(): string | undefined {
    return usualTag(this.headers.get('To') ?? '') ?? tagOf(this.to)
  }

  /** Whether the topmost Via can be parsed; cheaper than parsing it. */
  hasVia(): boolean {
    return this.#usualBranch() !== undefined || this.tryVia() !== undefined
  }

  #usualBranch(): string | undefined {
    this.#branch ??= usualBranch(this.headers.get('Via') ?? '')
    return this.#branch
  }

  get callId(): string {
    return required('Call-ID', this.headers.get('Call-ID'))
  }

  /** Drops the cached Via after its header was changed (received and rport are written into it). */
  forgetVia(): void {
    this.#via = undefined
    this.#branch = undefined
  }
}

/** A SIP request. Reading a missing header throws unless `parseMessage` has checked that it is present. */
export class SipRequest extends Message {
  readonly kind = 'request'
  readonly method: string
  /** The Request-URI as written. */
  readonly uri: string

  constructor(method: string, uri: string, headers: Headers, body: Uint8Array = noBody) {
    super(headers, body)
    this.method = method
    this.uri = uri
  }
}

/** A SIP response. */
export class SipResponse extends Message {
  readonly kind = 'response'
  readonly status: number
  readonly reason: string
  /** Where it came from; undefined of a response that we made. */
  source: { readonly address: string; readonly port: number } | undefined

  constructor(status: number, reason: string, headers: Headers, body: Uint8Array = noBody) {
    super(headers, body)
    this.status = status
    this.reason = reason
  }
}

export type SipMessage = SipRequest | SipResponse

/** The first Via value of the first Via line. */
function parseTopVia(headers: Headers): Via | undefined {
  const line = headers.get('Via')
  if (line === undefined) return undefined
  return parseVia(line.includes(',') ? (splitList(line)?.[0] ?? '') : line)
}

function required<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw new Error(`the message has no readable ${name}`)
  return value
}
