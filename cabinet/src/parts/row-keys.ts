import { useWindowEvent } from '@mantine/hooks'
import { rowLinkClass } from './row-link.tsx'

const down = ['KeyJ', 'ArrowDown']
const up = ['KeyK', 'ArrowUp']

/** The row that the panel beside the list shows. */
export const openRow = () => document.querySelector<HTMLElement>(`main .${rowLinkClass}[aria-current]`)

/**
 * `j` and `k`, told by their places on the keyboard, go to the next and the previous row of the page's list; on a row the
 * arrows do so too. Enter then follows the link of the row; a panel that is open shows the row at once.
 */
export function useRowKeys(): void {
  useWindowEvent('keydown', (event) => {
    const { target, code } = event
    const isMeant = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!(target instanceof HTMLElement) || !isMeant) return
    const isOnRow = target.classList.contains(rowLinkClass)
    // Elsewhere arrows scroll and letters are typed.
    if (!isOnRow && (code.startsWith('Arrow') || target.closest('input, textarea, select, [role]') !== null))
      return
    const step = down.includes(code) ? 1 : up.includes(code) ? -1 : 0
    if (step === 0) return
    const links = [...document.querySelectorAll<HTMLElement>(`main .${rowLinkClass}`)]
    const open = openRow()
    const at = links.indexOf(isOnRow ? target : (open ?? target))
    const next = links[at >= 0 ? at + step : step > 0 ? 0 : links.length - 1]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
    if (open !== null) next.click()
  })
}
