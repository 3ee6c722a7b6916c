import { lookup, Resolver } from 'node:dns/promises'

export type Lookup = (name: string) => Promise<readonly string[]>

const tryTimeoutMs = 900
const tries = 2
/** getaddrinfo blocks one of the four threads that files and passwords need too. */
const maxSystemLookups = 2

export interface NameSources {
  readonly resolve4: Lookup
  readonly resolve6: Lookup
  /** getaddrinfo: reads /etc/hosts. */
  readonly system: Lookup
}

function systemSources(): NameSources {
  const resolver = new Resolver({ timeout: tryTimeoutMs, tries })
  return {
    resolve4: (name) => resolver.resolve4(name),
    resolve6: (name) => resolver.resolve6(name),
    system: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  }
}

/**
 * Uses DNS over sockets first: a name server that hangs blocks no thread. The system is asked only for a name that DNS
 * does not know.
 */
export function createLookup(sources: NameSources = systemSources()): Lookup {
  let systemLookups = 0
  return async (name) => {
    const answers = await Promise.allSettled([sources.resolve4(name), sources.resolve6(name)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    if (!answers.every(isUnknownName) || systemLookups >= maxSystemLookups) return []
    systemLookups += 1
    try {
      return await sources.system(name)
    } finally {
      systemLookups -= 1
    }
  }
}

function isUnknownName(answer: PromiseSettledResult<unknown>): boolean {
  return answer.status === 'rejected' && ['ENOTFOUND', 'ENODATA'].includes(answer.reason?.code)
}
