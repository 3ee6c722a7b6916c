import { Anchor } from '@mantine/core'
import { MarkedText } from '../../parts/marked-text.tsx'
import { useFilled } from './reader.ts'

const links = /\[([^\]]+)\]\((#[\w-]+)\)/g

/** A text of the reference: `code` is in backticks, links lead to places of the page, placeholders are the reader's own. */
export function Prose({ children }: { readonly children: string }) {
  const filled = useFilled()
  // Every link makes three pieces: the text before it, its own text, its target.
  const pieces = filled(children).split(links)
  return pieces.map((piece, index) => {
    const key = `${index} ${piece}`
    if (index % 3 === 0) return <MarkedText key={key}>{piece}</MarkedText>
    if (index % 3 === 2) return null
    return (
      <Anchor key={key} href={pieces[index + 1]!}>
        {piece}
      </Anchor>
    )
  })
}
