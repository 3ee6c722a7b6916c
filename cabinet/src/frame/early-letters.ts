import { useWindowEvent } from '@mantine/hooks'
import { isTyping } from './keyboard.tsx'

/** Letters that are typed before the field has the focus. */
export function useEarlyLetters(onLetter: (letter: string) => void): void {
  useWindowEvent('keydown', (event) => {
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isLetter || isTyping(event.target)) return
    event.preventDefault()
    onLetter(event.key)
  })
}
