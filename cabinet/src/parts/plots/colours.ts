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

export function colourAt(place: number): string {
  return palette[place % palette.length]!
}
