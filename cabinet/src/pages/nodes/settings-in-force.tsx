import { Badge, Button, Code, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Section } from '../../parts/section.tsx'
import { nodesTexts } from './texts.ts'

type Setting = Answer<'/operator/nodes'>['settings'][number]

export function SettingsInForce({ settings }: Pick<Answer<'/operator/nodes'>, 'settings'>) {
  const text = useTexts(nodesTexts)
  const [isOpen, { toggle }] = useDisclosure(false)
  const shown = ({ value, secret, isSet }: Setting) => {
    if (!isSet) return text.notSet
    return secret ? text.set : value || '–'
  }
  return (
    <Section
      title={text.settings}
      about={text.settingsAbout}
      actions={
        <Button variant="default" size="compact-sm" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? text.hide : text.show}
        </Button>
      }
    >
      {isOpen && (
        <DataTable
          label={text.settings}
          rows={settings}
          keyOf={({ name }) => name}
          empty={null}
          columns={[
            { title: text.setting, sortBy: ({ name }) => name, cell: ({ name }) => <Code>{name}</Code> },
            {
              title: text.value,
              cell: (setting) => (
                <Group gap="xs">
                  {shown(setting)}
                  {setting.isDefault && setting.isSet && <Badge color="gray">{text.isDefault}</Badge>}
                </Group>
              ),
            },
          ]}
        />
      )}
    </Section>
  )
}
