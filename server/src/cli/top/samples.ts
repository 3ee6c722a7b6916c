type Labels = Readonly<Record<string, string>>

interface Sample {
  readonly labels: Labels
  readonly value: number
}

/** One scrape of `/metrics`, of one node or of several together. */
export class Samples {
  readonly #samples = new Map<string, Sample[]>()

  constructor(texts: readonly string[]) {
    for (const text of texts) for (const line of text.split('\n')) this.#add(line)
  }

  /** The sum of all samples of this name whose labels match. */
  sum(name: string, wanted: Labels = {}): number {
    return this.#matching(name, wanted).reduce((sum, { value }) => sum + value, 0)
  }

  max(name: string): number {
    return Math.max(0, ...this.#matching(name, {}).map(({ value }) => value))
  }

  /** The sum of a metric that every node tells for the whole installation: the highest for each set of labels. */
  shared(name: string, wanted: Labels = {}): number {
    const highest = new Map<string, number>()
    for (const { labels, value } of this.#matching(name, wanted)) {
      const key = JSON.stringify(labels)
      highest.set(key, Math.max(value, highest.get(key) ?? 0))
    }
    return highest.values().reduce((sum, value) => sum + value, 0)
  }

  labelValues(name: string, label: string): string[] {
    return [...new Set(this.#matching(name, {}).flatMap(({ labels }) => labels[label] ?? []))]
  }

  /** Cumulative counts of a histogram by upper bound, over all labels. */
  buckets(name: string): Map<number, number> {
    const counts = new Map<number, number>()
    for (const { labels, value } of this.#matching(`${name}_bucket`, {})) {
      const bound = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)
      counts.set(bound, (counts.get(bound) ?? 0) + value)
    }
    return counts
  }

  #matching(name: string, wanted: Labels): Sample[] {
    const all = this.#samples.get(name) ?? []
    return all.filter(({ labels }) =>
      Object.entries(wanted).every(([label, value]) => labels[label] === value),
    )
  }

  #add(line: string): void {
    const found = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line)
    if (found === null) return
    const [, name = '', labels = '', value = ''] = found
    const sample = { labels: labelsOf(labels), value: Number(value) }
    const known = this.#samples.get(name)
    if (known === undefined) this.#samples.set(name, [sample])
    else known.push(sample)
  }
}

function labelsOf(text: string): Labels {
  const pairs = text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)
  return Object.fromEntries(pairs.map(([, name, value]) => [name!, value!.replace(/\\(.)/g, '$1')]))
}

/**
 * The value below which this share of the observations between two scrapes lies, interpolated inside its bucket as
 * Prometheus does; undefined without observations.
 */
export function quantile(name: string, share: number, before: Samples, now: Samples): number | undefined {
  const old = before.buckets(name)
  const counts = [...now.buckets(name)]
    .sort(([a], [b]) => a - b)
    .map(([bound, count]) => ({ bound, count: count - (old.get(bound) ?? 0) }))
  const total = counts.at(-1)?.count ?? 0
  if (total <= 0) return undefined
  const rank = share * total
  let lower = { bound: 0, count: 0 }
  for (const upper of counts) {
    if (upper.count >= rank) {
      // Nothing is known about the slowest bucket but that it begins here.
      if (upper.bound === Number.POSITIVE_INFINITY) return lower.bound
      const inside = upper.count - lower.count
      return lower.bound + (upper.bound - lower.bound) * (inside === 0 ? 1 : (rank - lower.count) / inside)
    }
    lower = upper
  }
  return lower.bound
}
