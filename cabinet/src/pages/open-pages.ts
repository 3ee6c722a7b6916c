import { useMe } from '../api/me.ts'
import { type PageEntry, pageEntries } from './entries.ts'

/** The pages that this person may see, in the order of the rail. */
export function useOpenPages(): readonly PageEntry[] {
  const me = useMe()
  return pageEntries.filter(
    ({ needs }) =>
      needs === null ||
      (needs === 'operator' ? me.person.operator : (me.account?.permissions.includes(needs) ?? false)),
  )
}
