import { Group, NumberInput } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { useOperationId } from '../../api/operation-id.ts'
import { useWrite } from '../../api/use-api.ts'
import { fieldProblem, otherProblem } from '../../language/field-problem.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Form, SaveButton } from '../../parts/form.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'
import { useUnsaved } from '../../parts/unsaved.ts'
import { serviceTexts } from './service-texts.ts'
import { useSetService } from './use-change-service.ts'

const bounds = ['perHour', 'perDay'] as const

/** The owner's caps, never above the operator's. */
export function LimitsForm({ service }: { readonly service: Answer<'/services/:id'> }) {
  const text = useTexts(serviceTexts)
  const formats = useFormats()
  const mayChange = useMay('change-services')
  const setService = useSetService()
  const { own, operator } = service.limits
  const [draft, setDraft] = useState<Answer<'/services/:id'>['limits']['own']>(own)
  const operationId = useOperationId(JSON.stringify(draft))
  const save = useWrite('/services/:service/limits', { onSuccess: setService })
  const isChanged = bounds.some((bound) => draft[bound] !== own[bound])
  useUnsaved(isChanged)
  return (
    <Form onSubmit={() => save.mutate({ service: service.id, ...draft, operationId })}>
      <SettingRow title={text.limits} hint={text.limitsHint}>
        <Group align="flex-start" gap="sm">
          {bounds.map((bound) => {
            const ceiling = operator[bound]
            return (
              <NumberInput
                key={bound}
                label={text[bound](formats.currency)}
                description={ceiling === null ? undefined : text.operatorLimit(formats.money(ceiling))}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                w={190}
                min={0}
                decimalScale={2}
                disabled={!mayChange}
                placeholder={text.noLimit}
                value={draft[bound] ?? ''}
                onChange={(value) =>
                  setDraft((before) => ({ ...before, [bound]: value === '' ? null : Number(value) }))
                }
                error={fieldProblem(save.error, bound, text.errors)}
              />
            )
          })}
        </Group>
        <ErrorNote error={otherProblem(save.error, bounds)} />
        {mayChange && (
          <Group mt="sm" gap="sm">
            <SaveButton mutation={save} isChanged={isChanged} />
          </Group>
        )}
      </SettingRow>
    </Form>
  )
}
