import { ActionIcon, Group, Popover, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTexts } from '../language/language.tsx'
import { type QualityTerm, qualityTerms } from '../language/quality-terms.ts'

const texts = {
  en: { what: (name: string) => `What ${name} means` },
  ru: { what: (name: string) => `Что значит «${name}»` },
}

/** A word of quality with its definition one click away. */
export function DefinedTerm({ term }: { readonly term: QualityTerm }) {
  const { name, definition } = useTexts(qualityTerms)[term]
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
          <Text size="sm" fw={400}>
            {definition}
          </Text>
        </Popover.Dropdown>
      </Popover>
    </Group>
  )
}
