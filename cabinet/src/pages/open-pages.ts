import { useMe } from '../api/me.ts'
import { type PageEntry, pageEntries } from './entries.ts'

/** The pages that this person may see, in the order of the rail. */
export function useOpenPages(): readonly PageEntry[] {
  const me = useMe()
  const may = (needs: NonNullable<PageEntry['needs']>): boolean => {
    if (needs === 'operator') return me.person.operator
    if (needs === 'read-or-operator') return me.person.operator || may('read')
    return me.account?.permissions.includes(needs) ?? false
  }
  return pageEntries.filter(({ needs }) => needs === null || may(needs))
}
