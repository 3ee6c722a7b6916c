import { Button, Group, Stack, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { templateNames, workflowTemplates } from '@ringkey/server/fields/workflow-templates'
import { useState } from 'react'
import { useMay } from '../../../api/me.ts'
import { fieldProblem, otherProblem } from '../../../language/field-problem.ts'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { ErrorNote } from '../../../parts/error-note.tsx'
import { Form, SaveButton } from '../../../parts/form.tsx'
import { IconPlus } from '../../../parts/icons.tsx'
import { SettingRow } from '../../../parts/setting-row.tsx'
import { useUnsaved } from '../../../parts/unsaved.ts'
import { usePoorNetworks } from '../../quality/use-poor-networks.ts'
import { useChangeService } from '../use-change-service.ts'
import { RuleEditor } from './rule-editor.tsx'
import { added, type DraftRule, draftsOf, moved, type Rule, rulesOf } from './rules.ts'
import { workflowTexts } from './texts.ts'
import { WorkflowPreview } from './workflow-preview.tsx'

/** The rules of the service: which phones get which calls, in which order. */
export function WorkflowForm({ service }: { readonly service: Answer<'/services/:id'> }) {
  const text = useTexts(workflowTexts)
  const mayChange = useMay('change-services')
  const saved = service.settings.workflow
  const [drafts, setDrafts] = useState<readonly DraftRule[]>(() => draftsOf(saved))
  const change = useChangeService(service.id)
  const rules = rulesOf(drafts)
  const isChanged = JSON.stringify(rules) !== JSON.stringify(saved)
  useUnsaved(isChanged)
  const submit = () =>
    change.mutate(
      { settings: { workflow: rules } },
      { onSuccess: (after) => setDrafts(draftsOf(after.settings.workflow)) },
    )
  return (
    <>
      <Form onSubmit={submit}>
        <SettingRow title={text.workflow} hint={text.workflowHint}>
          <fieldset disabled={!mayChange} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
            <Stack gap="sm">
              {mayChange && (
                <Templates serviceId={service.id} onChoose={(chosen) => setDrafts(draftsOf(chosen))} />
              )}
              {drafts.map((rule, place) => (
                <RuleEditor
                  key={rule.key}
                  rule={rule}
                  place={place}
                  isLast={place === drafts.length - 1}
                  onChange={(part) =>
                    setDrafts((now) =>
                      now.map((each) => (each.key === rule.key ? { ...each, ...part } : each)),
                    )
                  }
                  onMove={(by) => setDrafts((now) => moved(now, place, by))}
                  onRemove={() => setDrafts((now) => now.filter(({ key }) => key !== rule.key))}
                />
              ))}
              <Text variant="hint">{drafts.length === 0 ? text.noRules : text.others}</Text>
              {fieldProblem(change.error, 'workflow', text.errors) !== undefined && (
                <Text c="red" size="sm" role="alert">
                  {text.errors.workflow}
                </Text>
              )}
              <ErrorNote error={otherProblem(change.error, ['workflow'])} />
              {mayChange && (
                <Group gap="sm">
                  <SaveButton mutation={change} isChanged={isChanged} saved={text.saved} isMain />
                  <Button
                    variant="default"
                    leftSection={<IconPlus size={16} />}
                    onClick={() => setDrafts(added)}
                  >
                    {text.addRule}
                  </Button>
                </Group>
              )}
            </Stack>
          </fieldset>
        </SettingRow>
      </Form>
      <WorkflowPreview serviceId={service.id} rules={rules} />
    </>
  )
}

/** Ready-made rules, to be changed before they are saved. */
function Templates(props: {
  readonly serviceId: number
  readonly onChoose: (rules: readonly Rule[]) => void
}) {
  const text = useTexts(workflowTexts)
  const formats = useFormats()
  const blocked = (usePoorNetworks().data?.items ?? []).filter(
    ({ serviceId }) => serviceId === props.serviceId,
  )
  const names = blocked.map(({ operator }) => formats.network(operator)).join(', ')
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
