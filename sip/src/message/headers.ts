import { canonicalName } from './header-names.ts'
import { splitList } from './tokens.ts'

const lineBreak = /[\r\n]/
const lineBreaks = /[\r\n]+/g

/** The headers of a message in their order. Names are case-insensitive and may be compact. */
export class Headers {
  readonly #names: string[]
  readonly #values: string[]

  constructor(names: string[] = [], values: string[] = []) {
    this.#names = names
    this.#values = values
  }

  /** Builds headers from pairs, in order. */
  static of(...pairs: readonly (readonly [name: string, value: string])[]): Headers {
    const headers = new Headers()
    for (const [name, value] of pairs) headers.append(name, value)
    return headers
  }

  get count(): number {
    return this.#names.length
  }

  /** The first line with this name, unfolded and trimmed. */
  get(name: string): string | undefined {
    const at = this.#find(name)
    return at < 0 ? undefined : this.#values[at]
  }

  has(name: string): boolean {
    return this.#find(name) >= 0
  }

  /** Whether exactly one line has this name. */
  isSingle(name: string): boolean {
    const at = this.#find(name)
    return at >= 0 && this.#names.lastIndexOf(this.#names[at]!) === at
  }

  /** Every line with this name, unchanged. */
  lines(name: string): string[] {
    const wanted = canonicalName(name)
    return this.#values.filter((_, at) => this.#names[at] === wanted)
  }

  /**
   * Every value of a comma-separated header over all its lines (RFC 3261 7.3.1), or undefined when a quote or bracket
   * is not closed.
   */
  list(name: string): string[] | undefined {
    const values: string[] = []
    for (const line of this.lines(name)) {
      const split = splitList(line)
      if (split === undefined) return undefined
      values.push(...split)
    }
    return values
  }

  /** Whether a comma-separated header of tokens (Supported, Require, Allow) contains this token. */
  includes(name: string, token: string): boolean {
    if (!this.has(name)) return false
    const wanted = token.toLowerCase()
    return this.list(name)?.some((value) => value.toLowerCase() === wanted) ?? false
  }

  append(name: string, value: string): this {
    this.#names.push(canonicalName(name))
    this.#values.push(oneLine(value))
    return this
  }

  prepend(name: string, value: string): this {
    this.#names.unshift(canonicalName(name))
    this.#values.unshift(oneLine(value))
    return this
  }

  /** Replaces the first line with this name at its position, or appends it. */
  set(name: string, value: string): this {
    const at = this.#find(name)
    if (at < 0) return this.append(name, value)
    this.#values[at] = oneLine(value)
    return this
  }

  delete(name: string): this {
    const unwanted = canonicalName(name)
    for (let at = this.#names.length - 1; at >= 0; at--) {
      if (this.#names[at] !== unwanted) continue
      this.#names.splice(at, 1)
      this.#values.splice(at, 1)
    }
    return this
  }

  clone(): Headers {
    return new Headers([...this.#names], [...this.#values])
  }

  /** Header lines as sent on the wire, each with its CRLF, without those named `except`. */
  toText(except: string): string {
    let text = ''
    for (let at = 0; at < this.#names.length; at++)
      if (this.#names[at] !== except) text += `${this.#names[at]}: ${this.#values[at]}\r\n`
    return text
  }

  // Requested names are nearly always canonical already, so the direct lookup comes before the conversion.
  #find(name: string): number {
    const at = this.#names.indexOf(name)
    if (at >= 0) return at
    const canonical = canonicalName(name)
    return canonical === name ? -1 : this.#names.indexOf(canonical)
  }

  *[Symbol.iterator](): Generator<[name: string, value: string]> {
    for (let at = 0; at < this.#names.length; at++) yield [this.#names[at]!, this.#values[at]!]
  }
}

/** A line break in a composed value would inject another header. */
export function oneLine(value: string): string {
  return lineBreak.test(value) ? value.replace(lineBreaks, ' ') : value
}
