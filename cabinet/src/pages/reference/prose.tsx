import { List, Text } from '@mantine/core'
import type { Block } from '@ringkey/server/documentation'
import { CodeBlock } from '../../parts/code-block.tsx'
import { MarkedText } from '../../parts/marked-text.tsx'
import { useFilled } from './reader.ts'

/** Text of the documents: `code` is in backticks, and the placeholders are the reader's own. */
export function Prose({ children }: { readonly children: string }) {
  const filled = useFilled()
  return <MarkedText>{filled(children)}</MarkedText>
}

/** The paragraphs, lists and examples of a chapter. */
export function Blocks({ blocks, what }: { readonly blocks: readonly Block[]; readonly what: string }) {
  const filled = useFilled()
  return blocks.map((block) => {
    if (typeof block === 'string') {
      return (
        <Text key={block}>
          <Prose>{block}</Prose>
        </Text>
      )
    }
    if ('code' in block) return <CodeBlock key={block.code} code={filled(block.code)} what={what} />
    return (
      <List key={block.join()} size="sm" spacing={4}>
        {block.map((item) => (
          <List.Item key={item}>
            <Prose>{item}</Prose>
          </List.Item>
        ))}
      </List>
    )
  })
}
