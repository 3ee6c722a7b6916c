import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import classes from './popup.module.css'
import { closePopup, type Opener, Popup } from './popup.tsx'

const itemsOf = (popup: HTMLElement) => [
  ...popup.querySelectorAll<HTMLElement>('[role^=menuitem], [data-choice]'),
]

/** Choices below a button. */
export function Menu(props: {
  readonly button: (opener: Opener & { readonly 'aria-haspopup': 'menu' }) => ReactNode
  readonly width?: number
  readonly children: ReactNode
}) {
  return (
    <Popup
      {...props}
      role="menu"
      button={(opener) => props.button({ ...opener, 'aria-haspopup': 'menu' })}
      onOpen={(menu) => itemsOf(menu)[0]?.focus()}
      onKeyDown={moveFocus}
    />
  )
}

/** By arrow keys, in a menu or among choices. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const items = itemsOf(event.currentTarget)
  if (event.key === 'Tab' && event.currentTarget.getAttribute('role') === 'menu')
    event.currentTarget.hidePopover()
  // A field for a time has its own use for them.
  if (step === undefined || !items.includes(event.target as HTMLElement)) return
  event.preventDefault()
  items.at((items.indexOf(document.activeElement as HTMLElement) + step) % items.length)?.focus()
}

interface ItemProps {
  readonly icon?: ReactNode
  /** A page to go to. */
  readonly href?: string
  /** Of several that may be chosen together, or one of which is chosen. The menu stays open. */
  readonly chosen?: { readonly as: 'checkbox' | 'radio'; readonly is: boolean }
  readonly onClick?: () => void
  readonly children: ReactNode
}

export function MenuItem({ icon, href, chosen, onClick, children }: ItemProps) {
  const shared = {
    className: classes.item!,
    tabIndex: -1,
    role: chosen === undefined ? 'menuitem' : `menuitem${chosen.as}`,
    'aria-checked': chosen?.is,
    // A dialog around the menu does not close with it.
    'data-mantine-stop-propagation': true,
    onClick: ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
      if (chosen === undefined) closePopup(currentTarget)
      onClick?.()
    },
  }
  if (href !== undefined)
    return (
      <Link {...shared} href={href}>
        {icon}
        {children}
      </Link>
    )
  return (
    <button {...shared} type="button">
      {icon}
      {children}
    </button>
  )
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <div className={classes.label}>{children}</div>
}

export function MenuDivider() {
  return <hr className={classes.divider} />
}
