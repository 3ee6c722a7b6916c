import { useEffect, useId } from 'react'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'

const texts = defineMessages({
  ask: [
    'You have changes that are not saved. Leave without them?',
    'Есть несохранённые изменения. Уйти без них?',
  ],
})

/** The forms with changes that are not saved. */
const changed = new Set<string>()

/** While the form has changes, leaving it is asked about. */
export function useUnsaved(isChanged: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!isChanged) return
    changed.add(id)
    return () => void changed.delete(id)
  }, [id, isChanged])
}

/** True when nothing would be lost, or the person agrees. */
export function useMayLeave(): () => boolean {
  const text = useTexts(texts)
  return () => changed.size === 0 || window.confirm(text.ask)
}

/** Asks before the tab closes, a link is followed or the browser goes back. Parameters of the page may change. */
export function useAskBeforeLeaving(): void {
  const mayLeave = useMayLeave()
  useEffect(() => {
    const unload = (event: BeforeUnloadEvent) => {
      if (changed.size > 0) event.preventDefault()
    }
    const leave = (event: NavigateEvent) => {
      const { sameDocument, url } = event.destination
      const isOtherPage = new URL(url).pathname !== window.location.pathname
      // Another document is asked about by the browser itself.
      if (event.cancelable && sameDocument && isOtherPage && !mayLeave()) event.preventDefault()
    }
    window.addEventListener('beforeunload', unload)
    window.navigation?.addEventListener('navigate', leave)
    return () => {
      window.removeEventListener('beforeunload', unload)
      window.navigation?.removeEventListener('navigate', leave)
    }
  })
}
