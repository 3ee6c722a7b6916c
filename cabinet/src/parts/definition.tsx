import { ActionIcon, Group } from '@mantine/core'
import { Suspense } from 'react'
import { useTexts } from '../language/language.tsx'
import { qualityNames } from '../language/quality-names.ts'
import type { QualityTerm } from '../language/quality-terms.ts'
import { defineMessages } from '../language/texts.ts'
import { IconInfoCircle } from './icons.tsx'
import { lazily } from './lazily.ts'
import { Popup } from './popup.tsx'

const DefinitionText = lazily(() => import('./definition-text.tsx'))

const texts = defineMessages({
  what: (name: string) => [`What ${name} means`, `Что значит «${name}»`],
})

/** A word of quality with its definition one click away. */
export function DefinedTerm({ term }: { readonly term: QualityTerm }) {
  const name = useTexts(qualityNames)[term]
  const what = useTexts(texts).what(name)
  return (
    <Group gap={4} component="span" wrap="nowrap" display="inline-flex">
      {name}
      <Popup
        role="dialog"
        width={320}
        button={(opener) => (
          <ActionIcon {...opener} variant="subtle" color="gray" size="xs" aria-label={what}>
            <IconInfoCircle size={14} />
          </ActionIcon>
        )}
      >
        <Suspense>
          <DefinitionText term={term} />
        </Suspense>
      </Popup>
    </Group>
  )
}
