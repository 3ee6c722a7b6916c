export interface CoreShares {
  readonly database: string
  readonly others: string
}

/**
 * The first half of the cores for the database alone, the rest for nodes and load. `allowed` is a list of cores as Linux
 * writes it, such as `0-3,8`; so are the shares. One core cannot be shared.
 */
export function shareCores(allowed: string): CoreShares | undefined {
  const cores = allowed.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number)
    return Array.from({ length: last! - first! + 1 }, (_, index) => first! + index)
  })
  if (cores.length < 2) return undefined
  const half = cores.length >> 1
  return { database: cores.slice(0, half).join(','), others: cores.slice(half).join(',') }
}
