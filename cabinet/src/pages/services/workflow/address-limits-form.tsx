import { Group, NumberInput, Switch, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useMay } from '../../../api/me.ts'
import { fieldProblem, otherProblem } from '../../../language/field-problem.ts'
import { useTexts } from '../../../language/language.tsx'
import { ErrorNote } from '../../../parts/error-note.tsx'
import { Form, SaveButton } from '../../../parts/form.tsx'
import { SettingRow } from '../../../parts/setting-row.tsx'
import { useUnsaved } from '../../../parts/unsaved.ts'
import { useChangeService } from '../use-change-service.ts'
import { workflowTexts } from './texts.ts'

const names = ['verifications', 'phones', 'countries'] as const
/** What is proposed when the limits are switched on again. */
const usual = { verifications: 100, phones: 50, countries: 5 }

/** What one address of end users may ask for in an hour. */
export function AddressLimitsForm({ service }: { readonly service: Answer<'/services/:id'> }) {
  const text = useTexts(workflowTexts)
  const mayChange = useMay('change-services')
  const saved = service.settings.addressLimits
  const [draft, setDraft] = useState(saved)
  const change = useChangeService(service.id)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  useUnsaved(isChanged)
  return (
    <Form onSubmit={() => change.mutate({ settings: { addressLimits: draft } })}>
      <SettingRow title={text.limits} hint={text.limitsHint}>
        <Switch
          label={text.limitsOn}
          disabled={!mayChange}
          checked={draft !== null}
          onChange={(event) => setDraft(event.currentTarget.checked ? (saved ?? usual) : null)}
        />
        {draft !== null && (
          <Group gap="sm" mt="sm">
            {names.map((name) => (
              <NumberInput
                key={name}
                label={text.limitNames[name]}
                w={150}
                min={1}
                max={1_000}
                allowDecimal={false}
                disabled={!mayChange}
                value={draft[name]}
                onChange={(value) => setDraft({ ...draft, [name]: Number(value) })}
              />
            ))}
          </Group>
        )}
        {fieldProblem(change.error, 'addressLimits', text.errors) !== undefined && (
          <Text c="red" size="sm" role="alert">
            {text.errors.addressLimits}
          </Text>
        )}
        <ErrorNote error={otherProblem(change.error, ['addressLimits'])} />
        {mayChange && (
          <Group mt="sm" gap="sm">
            <SaveButton mutation={change} isChanged={isChanged} saved={text.saved} />
          </Group>
        )}
      </SettingRow>
    </Form>
  )
}
