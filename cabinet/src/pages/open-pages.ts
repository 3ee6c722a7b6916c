import { matchRoute, useLocation, useRouter } from 'wouter'
import { useMe } from '../api/me.ts'
import { type PageEntry, pageEntries, type Section } from './entries.ts'

/** The pages that this person may see, in the order of the rail. */
export function useOpenPages(): readonly PageEntry[] {
  const me = useMe()
  const may = (needs: NonNullable<PageEntry['needs']>): boolean => {
    if (needs === 'operator') return me.person.operator
    return me.account?.permissions.includes(needs) ?? false
  }
  return pageEntries.filter(({ needs }) => needs === null || may(needs))
}

/** The page of the address, whoever may see it. */
export function usePageEntry(): PageEntry | undefined {
  const [location] = useLocation()
  const { parser } = useRouter()
  return pageEntries.find(({ path }) => matchRoute(parser, path, location)[0])
}

export const useSection = (): Section | undefined => usePageEntry()?.section
