import { Anchor, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Group, Section } from '@ringkey/server/reference'
import { useRef } from 'react'
import { useTexts } from '../../language/language.tsx'
import classes from './reference.module.css'
import { referenceTexts } from './texts.ts'

interface Listed {
  readonly groups: readonly Group[]
  readonly shown: Section | undefined
}

/** The list of sections: beside the one that is shown, or folded above it where there is no room. */
export function Contents({ isSearched, ...listed }: Listed & { readonly isSearched: boolean }) {
  const text = useTexts(referenceTexts)
  const hasRoom = useMediaQuery('(width >= 62em)', true, { getInitialValueInEffect: false })
  const folded = useRef<HTMLDetailsElement>(null)
  if (hasRoom) {
    return (
      <nav aria-label={text.contents} className={classes.contents}>
        <Groups {...listed} />
      </nav>
    )
  }
  return (
    <details ref={folded} open={isSearched} className={classes.folded}>
      <summary>{text.contents}</summary>
      <nav aria-label={text.contents}>
        <Groups {...listed} onFollow={() => folded.current?.removeAttribute('open')} />
      </nav>
    </details>
  )
}

function Groups({ groups, shown, onFollow }: Listed & { readonly onFollow?: () => void }) {
  return groups.map(({ title: group, sections }) => (
    <div key={group}>
      <Text size="xs" fw={600} c="dimmed" mt="xs">
        {group}
      </Text>
      <ul className={classes.list}>
        {sections.map((section) => (
          <li key={section.id}>
            <Anchor
              href={`#${section.id}`}
              size="sm"
              c="inherit"
              aria-current={section === shown ? 'page' : undefined}
              onClick={onFollow}
            >
              {section.title}
            </Anchor>
          </li>
        ))}
      </ul>
    </div>
  ))
}
