/** Random draws that a seed repeats: the order and the kind of the events are the same in every run with it. */
export interface Dice {
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number
  between(least: number, most: number): number
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
}

/** mulberry32: small, and good enough to choose events. */
export function rollDice(seed: number): Dice {
  let state = seed >>> 0
  const draw = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(draw() * count)
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (share) => draw() < share,
    pick: (from) => from[below(from.length)]!,
  }
}
