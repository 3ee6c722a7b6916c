/** Random choices that are the same for the same seed (Lehmer's generator, modulus 2^31 - 1). */
export interface Draw {
  below(bound: number): number
  chance(share: number): boolean
  between(least: number, most: number): number
  one<T>(choices: readonly T[]): T
  /** One of the names, each as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K
}

export function drawing(seed: number): Draw {
  let state = seed
  const share = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const below = (bound: number) => Math.floor(share() * bound)
  return {
    below,
    chance: (wanted) => share() < wanted,
    between: (least, most) => least + below(most - least + 1),
    one: (choices) => choices[below(choices.length)]!,
    weighted(weights) {
      const names = Object.keys(weights) as (keyof typeof weights)[]
      let left = share() * names.reduce((sum, name) => sum + weights[name], 0)
      for (const name of names) {
        left -= weights[name]
        if (left < 0) return name
      }
      return names.at(-1)!
    },
  }
}
