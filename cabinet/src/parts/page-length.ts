import { useMediaQuery } from '@mantine/hooks'

/** Below this width the rail is a drawer and rows are cards. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) === true
}

const cards = 15
const rows = 50

/** How many lines a page of a list has: on a phone as many as three or four screens of cards. */
export function usePageLength(): number {
  return useIsNarrow() ? cards : rows
}
