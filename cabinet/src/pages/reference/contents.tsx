import { Anchor, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'
import { useTexts } from '../../language/language.tsx'
import { useReader } from './reader.ts'
import classes from './reference.module.css'
import type { ReferenceSection } from './sections.ts'
import { referenceTexts } from './texts.ts'

/** The list of sections: beside the page, or folded above it where there is no room. */
export function Contents({ sections }: { readonly sections: readonly ReferenceSection[] }) {
  const text = useTexts(referenceTexts)
  const hasRoom = useMediaQuery('(width >= 62em)', true, { getInitialValueInEffect: false })
  const folded = useRef<HTMLDetailsElement>(null)
  if (hasRoom) {
    return (
      <nav aria-label={text.contents} className={classes.contents}>
        <Groups sections={sections} />
      </nav>
    )
  }
  return (
    <details ref={folded} className={classes.folded}>
      <summary>{text.contents}</summary>
      <nav aria-label={text.contents}>
        <Groups sections={sections} onFollow={() => folded.current?.removeAttribute('open')} />
      </nav>
    </details>
  )
}

function Groups(props: { readonly sections: readonly ReferenceSection[]; readonly onFollow?: () => void }) {
  const text = useTexts(referenceTexts)
  const { texts } = useReader().documentation
  const titles = { guide: text.guide, v2: texts.methodsV2, v1: texts.methodsV1 }
  return [...Map.groupBy(props.sections, ({ group }) => group)].map(([group, ofGroup]) => (
    <div key={group}>
      <Text size="xs" fw={600} c="dimmed" mt="xs">
        {titles[group]}
      </Text>
      <ul className={classes.list}>
        {ofGroup.map(({ id, title }) => (
          <li key={id}>
            <Anchor href={`#${id}`} size="sm" c="inherit" onClick={props.onFollow}>
              {title}
            </Anchor>
          </li>
        ))}
      </ul>
    </div>
  ))
}
