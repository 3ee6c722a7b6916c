import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './filters.module.css'
import { moveFocus } from './menu.tsx'
import { type Opener, Popup } from './popup.tsx'

export const focusFirst = (box: HTMLElement | null) =>
  box?.querySelector<HTMLElement>('[data-choice]')?.focus()

/** What is chosen or typed below a button. */
export function ChoicePopup(props: {
  readonly button: (opener: Opener) => ReactNode
  readonly children: ReactNode
}) {
  return <Popup role="dialog" width={260} onOpen={focusFirst} onKeyDown={moveFocus} {...props} />
}

/** A filter that is in use, with a button that removes it. */
export function FilterChip(props: {
  readonly label: string
  /** What the button does, in words. */
  readonly clear: string
  readonly onClear: () => void
  /** Opens below it, to choose another value. */
  readonly editor?: ReactNode
}) {
  const { label, editor } = props
  return (
    <div className={classes.chip}>
      {editor ? (
        <ChoicePopup
          button={(opener) => (
            <button {...opener} type="button" className={classes.chipLabel} title={label}>
              {label}
            </button>
          )}
        >
          {editor}
        </ChoicePopup>
      ) : (
        <span className={classes.chipLabel}>{label}</span>
      )}
      <CloseButton size="xs" aria-label={`${props.clear}: ${label}`} onClick={props.onClear} />
    </div>
  )
}
