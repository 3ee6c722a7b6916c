import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { Suspense, useRef } from 'react'
import { useLocation } from 'wouter'
import { useOpenPages } from '../pages/open-pages.ts'
import { lazily } from '../parts/lazily.ts'
import { useRowKeys } from '../parts/row-keys.ts'

/** A second key within this time completes "g v". */
const sequenceMs = 1_200

const KeyboardHelp = lazily(() => import('./keyboard-help.tsx'))

/**
 * Ctrl+K finds everything, `/` searches, `g` and a letter goes to a page, `?` shows them all. Keys are told by their
 * place: with a Russian layout they type other letters.
 */
export function Keyboard({
  onFind,
  isOff,
}: {
  readonly onFind: () => void
  /** The palette takes the keys. */
  readonly isOff: boolean
}) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const [, navigate] = useLocation()
  const goAt = useRef(Number.NEGATIVE_INFINITY)
  const reachable = useOpenPages().filter(({ letter }) => letter !== null)

  useWindowEvent('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && event.code === 'KeyK') {
      event.preventDefault()
      onFind()
      return
    }
    if (isOff || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const isSecond = event.timeStamp - goAt.current < sequenceMs
    goAt.current = event.code === 'KeyG' ? event.timeStamp : Number.NEGATIVE_INFINITY
    const target = isSecond ? reachable.find(({ letter }) => codeOf(letter!) === event.code) : undefined
    if (target !== undefined) {
      // It is no step in the list.
      event.preventDefault()
      navigate(target.path)
    } else if (event.key === '?' || (event.code === 'Slash' && event.shiftKey)) open()
    else if (event.key === '/' || event.code === 'Slash') {
      event.preventDefault()
      document.querySelector<HTMLInputElement>('#search')?.focus()
    }
  })

  useRowKeys()

  if (!isOpen) return null
  return (
    <Suspense>
      <KeyboardHelp pages={reachable} onClose={close} />
    </Suspense>
  )
}

const codeOf = (letter: string) => `Key${letter.toUpperCase()}`

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
