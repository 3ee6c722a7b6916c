import { Code } from '@mantine/core'

/** A text of the server in which `code` stands in backticks. */
export function MarkedText({ children }: { readonly children: string }) {
  return children.split('`').map((piece, index) => {
    const key = `${index} ${piece}`
    if (index % 2 === 0) return <span key={key}>{piece}</span>
    return (
      <Code key={key} style={{ overflowWrap: 'anywhere' }}>
        {piece}
      </Code>
    )
  })
}
