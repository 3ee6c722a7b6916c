import { CloseButton, Group, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../language/language.tsx'
import { navigationTexts } from '../pages/texts.ts'
import { openRow } from './row-keys.ts'
import classes from './side-panel.module.css'

/**
 * What a row leads to, beside the list, which goes on: other rows are opened by a click or by keys. On a screen that has
 * no room for both it covers the page. Closed, the focus is on its row.
 */
export function SidePanel(props: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const text = useTexts(navigationTexts)
  const row = useRef(document.activeElement)
  useEffect(() => {
    row.current = openRow() ?? row.current
  })
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body && row.current instanceof HTMLElement)
          row.current.focus()
      })
    },
    [],
  )
  useWindowEvent('keydown', ({ key }) => {
    const isCovered = document.querySelector(':popover-open, [aria-modal="true"]') !== null
    if (key === 'Escape' && !isCovered) props.onClose()
  })
  return (
    <dialog open aria-label={props.title} className={classes.panel}>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Title order={2}>{props.title}</Title>
        <CloseButton aria-label={text.close} onClick={props.onClose} />
      </Group>
      {props.children}
    </dialog>
  )
}
