import { endOfQuoted, endOfToken, skipSpace } from './tokens.ts'

/**
 * Header or URI parameters, by lower-case name. A parameter without a value (`;lr`) has the value ''. Quoted values
 * keep their quotes, so that they are written back unchanged. Two small arrays instead of a Map: hashing names cut out
 * of a message costs more than comparing the usual three or four.
 */
export class Parameters {
  readonly #names: readonly string[]
  readonly #values: readonly string[]

  constructor(names: readonly string[], values: readonly string[]) {
    this.#names = names
    this.#values = values
  }

  static of(parameters: Readonly<Record<string, string>>): Parameters {
    return new Parameters(Object.keys(parameters), Object.values(parameters))
  }

  get(name: string): string | undefined {
    const at = this.#names.indexOf(name)
    return at < 0 ? undefined : this.#values[at]
  }

  has(name: string): boolean {
    return this.#names.includes(name)
  }

  /** The same parameters with one set, at its old position if it existed. */
  with(name: string, value: string): Parameters {
    const at = this.#names.indexOf(name)
    if (at < 0) return new Parameters([...this.#names, name], [...this.#values, value])
    return new Parameters(this.#names, this.#values.with(at, value))
  }

  without(name: string): Parameters {
    const keep = (_: string, at: number): boolean => this.#names[at] !== name
    return new Parameters(this.#names.filter(keep), this.#values.filter(keep))
  }

  /** `;name=value;flag` */
  toString(): string {
    let text = ''
    for (let at = 0; at < this.#names.length; at++) {
      const value = this.#values[at]!
      text += value === '' ? `;${this.#names[at]}` : `;${this.#names[at]}=${value}`
    }
    return text
  }
}

export const noParameters = new Parameters([], [])

// The common form, without spaces and quotes.
const plainPattern = /^(?:;[\w\-.!%*+`'~]+(?:=[^\s,;"<>=]+)?)+$/

/** Parses `;name=value;flag` from `start` to the end. Undefined when a name or value is missing or illegal. */
export function parseParameters(text: string, start = 0): Parameters | undefined {
  if (start >= text.length) return noParameters
  const part = start === 0 ? text : text.slice(start)
  return plainPattern.test(part) ? parsePlain(part) : parseSpaced(part)
}

function parsePlain(text: string): Parameters {
  const names: string[] = []
  const values: string[] = []
  for (let at = 1; at <= text.length; ) {
    const semicolon = text.indexOf(';', at)
    const end = semicolon < 0 ? text.length : semicolon
    const equals = text.indexOf('=', at)
    const hasValue = equals >= 0 && equals < end
    names.push(text.slice(at, hasValue ? equals : end).toLowerCase())
    values.push(hasValue ? text.slice(equals + 1, end) : '')
    at = end + 1
  }
  return new Parameters(names, values)
}

function parseSpaced(text: string): Parameters | undefined {
  const names: string[] = []
  const values: string[] = []
  let at = skipSpace(text, 0)
  while (at < text.length) {
    if (text.charCodeAt(at) !== 0x3b) return undefined
    const nameStart = skipSpace(text, at + 1)
    const nameEnd = endOfToken(text, nameStart)
    if (nameEnd === nameStart) return undefined
    names.push(text.slice(nameStart, nameEnd).toLowerCase())
    at = skipSpace(text, nameEnd)
    let value = ''
    if (text.charCodeAt(at) === 0x3d) {
      const valueStart = skipSpace(text, at + 1)
      const valueEnd = endOfValue(text, valueStart)
      if (valueEnd <= valueStart) return undefined
      value = text.slice(valueStart, valueEnd)
      at = skipSpace(text, valueEnd)
    }
    values.push(value)
  }
  return new Parameters(names, values)
}

// RFC 3261 25.1: gen-value = token / host / quoted-string; a host may be an IPv6 reference. Some peers put slashes and
// at-signs into values, which is harmless.
function endOfValue(text: string, start: number): number {
  if (text.charCodeAt(start) === 0x22) return endOfQuoted(text, start)
  const length = text.slice(start).search(/[\s,;"<>]/)
  return length < 0 ? text.length : start + length
}
