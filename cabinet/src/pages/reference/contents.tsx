import { Anchor, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Group } from '@ringkey/server/reference'
import { useRef } from 'react'
import { useTexts } from '../../language/language.tsx'
import classes from './reference.module.css'
import { referenceTexts } from './texts.ts'

/** The list of sections: beside the page, or folded above it where there is no room. */
export function Contents({ groups }: { readonly groups: readonly Group[] }) {
  const text = useTexts(referenceTexts)
  const hasRoom = useMediaQuery('(width >= 62em)', true, { getInitialValueInEffect: false })
  const folded = useRef<HTMLDetailsElement>(null)
  if (hasRoom) {
    return (
      <nav aria-label={text.contents} className={classes.contents}>
        <Groups groups={groups} />
      </nav>
    )
  }
  return (
    <details ref={folded} className={classes.folded}>
      <summary>{text.contents}</summary>
      <nav aria-label={text.contents}>
        <Groups groups={groups} onFollow={() => folded.current?.removeAttribute('open')} />
      </nav>
    </details>
  )
}

function Groups(props: { readonly groups: readonly Group[]; readonly onFollow?: () => void }) {
  return props.groups.map(({ title: group, sections }) => (
    <div key={group}>
      <Text size="xs" fw={600} c="dimmed" mt="xs">
        {group}
      </Text>
      <ul className={classes.list}>
        {sections.map(({ id, title }) => (
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
