import { useLocalStorage } from '@mantine/hooks'

export type Density = 'comfortable' | 'compact'

/** How dense all tables are, kept in the browser. */
export function useDensity() {
  return useLocalStorage<Density>({
    key: 'ringkey-density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
  })
}

/** Ids of the columns that the reader has hidden in a table, kept in the browser. */
export function useHiddenColumns(table: string) {
  return useLocalStorage<readonly string[]>({
    key: `ringkey-hidden-${table}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
}
