import { Anchor } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { isInConsole } from '../pages/console-path.ts'
import { rowLinkClass } from './row-link.tsx'

/** Where the list is, and the page of each of its lines below it: one's own, or in the console that of any customer. */
export function useListAddress(): string {
  const [location] = useLocation()
  return isInConsole(location) ? '/console/verifications' : '/verifications'
}

/** The name in an address of what is open in the panel beside the page. */
export const openName = 'open'

/** A narrow screen has no room for a panel. */
const isNarrow = () => matchMedia('(max-width: 47.99em)').matches

/**
 * A link to a verification or a call. A plain click opens it in the panel beside the page; its address is the page
 * itself, for another tab and for narrow screens.
 */
export function DetailLink(props: {
  readonly id: string | number
  readonly label?: string
  readonly title?: string
  /** It covers its row of a table. */
  readonly isRow?: boolean
  readonly children: ReactNode
}) {
  const list = useListAddress()
  const search = useSearch()
  const [location, navigate] = useLocation()
  const isInPage = location.startsWith(`${list}/`)
  const open = (event: MouseEvent) => {
    if (isInPage || isNarrow() || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const query = new URLSearchParams(search)
    // From row to row it stays one step of the browser's history.
    const isNext = props.isRow === true && query.has(openName)
    query.set(openName, String(props.id))
    navigate(`${location}?${query}`, {
      replace: isNext,
      state: isNext ? history.state : { isPanel: true },
    })
  }
  const to = {
    href: `${list}/${props.id}`,
    'aria-label': props.label,
    title: props.title,
    onClick: open,
    children: props.children,
  }
  return props.isRow === true ? (
    <Link
      {...to}
      className={rowLinkClass}
      aria-current={new URLSearchParams(search).get(openName) === String(props.id) || undefined}
    />
  ) : (
    <Anchor component={Link} {...to} fz="inherit" style={{ overflowWrap: 'anywhere' }} />
  )
}
