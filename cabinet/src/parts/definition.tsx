import { ActionIcon, Group, Popover } from '@mantine/core'
import { Suspense } from 'react'
import { useTexts } from '../language/language.tsx'
import { qualityNames } from '../language/quality-names.ts'
import type { QualityTerm } from '../language/quality-terms.ts'
import { inBoth } from '../language/texts.ts'
import { IconInfoCircle } from './icons.tsx'
import { lazily } from './lazily.ts'

const DefinitionText = lazily(() => import('./definition-text.tsx'))

const texts = inBoth({
  what: (name: string) => [`What ${name} means`, `Что значит «${name}»`],
})

/** A word of quality with its definition one click away. */
export function DefinedTerm({ term }: { readonly term: QualityTerm }) {
  const name = useTexts(qualityNames)[term]
  const what = useTexts(texts).what(name)
  return (
    <Group gap={4} component="span" wrap="nowrap" display="inline-flex">
      {name}
      <Popover width={320} withArrow trapFocus returnFocus>
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" size="xs" aria-label={what}>
            <IconInfoCircle size={14} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label={what}>
          <Suspense>
            <DefinitionText term={term} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </Group>
  )
}
