import { Button, Group, Stack, Text } from '@mantine/core'
import { templateNames, workflowTemplates } from '@ringkey/server/fields/workflow-templates'
import { useTexts } from '../../../language/language.tsx'
import { useBlockedNetworks } from '../../quality/use-blocked-networks.ts'
import type { Rule } from './rules.ts'
import { workflowTexts } from './texts.ts'

/** Ready-made rules, to be changed before they are saved. */
export function Templates(props: {
  readonly serviceId: number
  readonly onChoose: (rules: readonly Rule[]) => void
}) {
  const text = useTexts(workflowTexts)
  const blocked = (useBlockedNetworks().data?.items ?? []).filter(
    ({ serviceId }) => serviceId === props.serviceId,
  )
  const names = blocked.map(({ operator }) => operator).join(', ')
  return (
    <Stack gap={4}>
      <Group gap="xs" role="group" aria-label={text.templates}>
        <Text size="sm" fw={600}>
          {text.templates}:
        </Text>
        {templateNames.map((name) => (
          <Button
            key={name}
            variant="default"
            size="compact-sm"
            onClick={() => props.onChoose(workflowTemplates[name](blocked))}
          >
            {text.templateNames[name]}
          </Button>
        ))}
      </Group>
      <Text variant="hint">{text.templatesHint(names === '' ? text.noBlocked : names)}</Text>
    </Stack>
  )
}
