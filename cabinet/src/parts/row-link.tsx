import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import classes from './data-table.module.css'

export const rowLinkClass = classes.rowLink!

/** The link of a table row to its own page. It covers the row, so that any button of the mouse works anywhere on it. */
export function RowLink(props: {
  readonly href: string
  readonly label?: string
  /** The panel beside the list shows it. */
  readonly isOpen?: boolean
  /** Instead of following the link with a plain click. */
  readonly onOpen?: () => void
  readonly children: ReactNode
}) {
  const { onOpen } = props
  const open = (event: MouseEvent) => {
    if (onOpen === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <Link
      href={props.href}
      className={rowLinkClass}
      aria-label={props.label}
      aria-current={props.isOpen || undefined}
      onClick={open}
    >
      {props.children}
    </Link>
  )
}
