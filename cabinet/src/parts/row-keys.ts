import { useWindowEvent } from '@mantine/hooks'
import { rowLinkClass } from './row-link.tsx'

const down = ['KeyJ', 'ArrowDown']
const up = ['KeyK', 'ArrowUp']

/**
 * `j` and `k`, told by their places on the keyboard, go to the next and the previous row of the page's list; on a row the
 * arrows do so too. Enter then follows the link of the row.
 */
export function useRowKeys(): void {
  useWindowEvent('keydown', (event) => {
    const { target, code } = event
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
    const isOnRow = target.classList.contains(rowLinkClass)
    // Elsewhere arrows scroll and letters are typed.
    if (!isOnRow && (code.startsWith('Arrow') || target.closest('input, textarea, select, [role]') !== null))
      return
    const step = down.includes(code) ? 1 : up.includes(code) ? -1 : 0
    if (step === 0) return
    const links = [...document.querySelectorAll<HTMLElement>(`main .${rowLinkClass}`)]
    const next = links[isOnRow ? links.indexOf(target) + step : step > 0 ? 0 : links.length - 1]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  })
}
