import { type KeyboardEventHandler, type ReactNode, useId, useState } from 'react'
import classes from './popup.module.css'

const gapPx = 4

/** The attributes of the button that opens a popup. */
export interface Opener {
  readonly id: string
  readonly popoverTarget: string
}

interface Props {
  readonly button: (opener: Opener) => ReactNode
  readonly role: 'menu' | 'dialog'
  readonly width?: number
  readonly onOpen?: (popup: HTMLElement) => void
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement>
  readonly children: ReactNode
}

/** What a button opens beside it. The browser shows it above all else, closes it and gives the focus back. */
export function Popup({ button, width, onOpen, children, role, onKeyDown }: Props) {
  const id = useId()
  const opener = `${id}button`
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {button({ id: opener, popoverTarget: id })}
      <div
        id={id}
        popover="auto"
        {...{ role, onKeyDown, 'aria-labelledby': opener }}
        className={classes.popup}
        style={{ width }}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={({ newState, currentTarget }) => {
          // Not before: the focus is given back from what is inside.
          if (newState === 'closed') return setOpen(false)
          place(currentTarget)
          onOpen?.(currentTarget)
        }}
      >
        {isOpen && children}
      </div>
    </>
  )
}

/** By something inside it. */
export const closePopup = (inside: HTMLElement) => inside.closest<HTMLElement>('[popover]')!.hidePopover()

/** Below the button, or above it in the lower half of the window; from its left edge where there is room. */
function place(popup: HTMLElement): void {
  const { style } = popup
  const button = popup.previousElementSibling!.getBoundingClientRect()
  const isAbove = button.top > innerHeight / 2
  const edge = isAbove ? innerHeight - button.top : button.bottom
  style.inset = isAbove ? `auto auto ${edge + gapPx}px` : `${edge + gapPx}px auto auto`
  const isRoom = button.left + popup.offsetWidth + gapPx <= innerWidth
  style.left = `${isRoom ? button.left : Math.max(gapPx, button.right - popup.offsetWidth)}px`
  style.maxHeight = `${innerHeight - edge - 2 * gapPx}px`
  style.opacity = '1'
  // It would stay while its button goes.
  addEventListener('scroll', () => popup.hidePopover(), { once: true, passive: true })
}
