import type { Method } from './context.ts'
import { isCredential } from './credentials.ts'
import { meantParameter } from './nearest-name.ts'
import type { RawParams } from './parameters.ts'

/** The content of `X-Ringkey-Warning`: unknown parameters are never refused, but they are named. */

/** At most this many unknown parameters are named. */
const maxNamed = 3
const maxNameLength = 40

/** Undefined when every parameter is known. */
export function unknownParameters(method: Method, params: RawParams): string | undefined {
  const { names } = method
  let unknown: string[] | undefined
  for (const name in params) {
    if (names.has(name)) continue
    unknown ??= []
    unknown.push(name)
  }
  return unknown === undefined ? undefined : unknownText(method, unknown)
}

function unknownText(method: Method, unknown: readonly string[]): string {
  const parameters = Object.values(method.parameters).map(({ name }) => name)
  const named = unknown.slice(0, maxNamed).map((name) => {
    const meant = meantParameter(name, parameters)
    return `unknown parameter "${printable(name)}" was ignored${meant === undefined ? '' : `, did you mean "${meant}"?`}`
  })
  const others = unknown.length - named.length
  return [...named, ...(others > 0 ? [`and ${others} more`] : [])].join('; ')
}

/** Parameters of a POST that are in its query, where they are not read. */
export function queryIsIgnored(names: readonly string[]): string {
  const shown = names.slice(0, maxNamed).map((name) => `"${printable(name)}"`)
  // In profile `ucaller` the rest of the query may have been read.
  if (names.every((name) => isCredential(name)))
    return `credentials in the query of a POST are not read: ${shown.join(', ')}`
  return `the query of a POST is not read, its parameters go in the body: ${shown.join(', ')}`
}

export function joined(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || other === undefined ? (one ?? other) : `${one}; ${other}`
}

/** A header is ASCII on one line, whatever names a client uses for its parameters. */
function printable(name: string): string {
  const short = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}...` : name
  return short.replace(/[^ !#-[\]-~]/g, '?')
}
