/** Distinct in both themes and for most colour-blind people; the names are in the legend. */
const palette = [
  'red.6',
  'yellow.6',
  'blue.6',
  'grape.5',
  'orange.6',
  'cyan.6',
  'indigo.4',
  'pink.5',
  'lime.7',
]

export const othersColour = 'gray.5'
export const goodColour = 'teal.6'
export const suspectColour = 'teal.3'
export const inboundColour = 'green.8'
/** The period before, wherever two periods are compared. */
export const beforeColour = 'gray.6'

export function colourAt(place: number): string {
  return palette[place % palette.length]!
}

/** Levels of a rate, from bad to good, each with its colour in pages/quality/quality.module.css. The same on every page. */
export const rateLevels = [0, 0.5, 0.7, 0.85, 0.95] as const

/** The level of a rate; of one that is bad when it is high, the level of its opposite. */
export function rateLevel(share: number, isBadWhenHigh: boolean): number {
  const good = isBadWhenHigh ? 1 - share : share
  return rateLevels.findLastIndex((least) => good >= least)
}
