import { lookup, Resolver } from 'node:dns/promises'

export type Lookup = (name: string) => Promise<readonly string[]>

const tryTimeoutMs = 900
const tries = 2
/** getaddrinfo holds one of four threads that files and passwords need too. */
const maxSystemLookups = 2

/**
 * DNS on sockets first: a name server that hangs costs no thread. A name that DNS does not know is asked of
 * the system, which reads /etc/hosts.
 */
export function createLookup(): Lookup {
  const resolver = new Resolver({ timeout: tryTimeoutMs, tries })
  let systemLookups = 0
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    if (!answers.every(isUnknownName) || systemLookups >= maxSystemLookups) return []
    systemLookups += 1
    try {
      return (await lookup(name, { all: true })).map(({ address }) => address)
    } finally {
      systemLookups -= 1
    }
  }
}

function isUnknownName(answer: PromiseSettledResult<unknown>): boolean {
  return answer.status === 'rejected' && ['ENOTFOUND', 'ENODATA'].includes(answer.reason?.code)
}
