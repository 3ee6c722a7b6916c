import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import type { WriteAnswer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useWrite } from '../../../api/use-api.ts'
import { fieldProblem, otherProblem } from '../../../language/field-problem.ts'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { bindText } from '../../../parts/bind.ts'
import { ErrorNote } from '../../../parts/error-note.tsx'
import { Form } from '../../../parts/form.tsx'
import { SettingRow } from '../../../parts/setting-row.tsx'
import type { Rule } from './rules.ts'
import { workflowTexts } from './texts.ts'

/** What the rules mean for one phone, before anybody is called. */
export function WorkflowPreview(props: { readonly serviceId: number; readonly rules: readonly Rule[] }) {
  const text = useTexts(workflowTexts)
  const [phone, setPhone] = useState('')
  const [codeLength, setCodeLength] = useState(4)
  const preview = useWrite('/services/:id/workflow/preview')
  return (
    <Form
      onSubmit={() =>
        preview.mutate({
          id: props.serviceId,
          phone,
          codeLength,
          workflow: props.rules,
        })
      }
    >
      <SettingRow title={text.preview} hint={text.previewHint}>
        <Stack gap="sm">
          <Group align="flex-start" gap="xs">
            <TextInput
              label={text.phone}
              type="tel"
              required
              withAsterisk={false}
              maxLength={40}
              w={190}
              {...bindText(phone, setPhone)}
              error={fieldProblem(preview.error, 'phone', text.errors)}
            />
            <NumberInput
              label={text.codeLength}
              w={160}
              min={4}
              max={10}
              allowDecimal={false}
              value={codeLength}
              onChange={(value) => setCodeLength(Number(value))}
            />
            <Button type="submit" variant="default" mt={21} loading={preview.isPending}>
              {text.show}
            </Button>
          </Group>
          {fieldProblem(preview.error, 'workflow', text.errors) !== undefined && (
            <Text c="red" size="sm" role="alert">
              {text.errors.workflow}
            </Text>
          )}
          <ErrorNote error={otherProblem(preview.error, ['phone', 'workflow'])} />
          {preview.data !== undefined && <Shown preview={preview.data} />}
        </Stack>
      </SettingRow>
    </Form>
  )
}

function Shown({ preview }: { readonly preview: WriteAnswer<'/services/:id/workflow/preview'> }) {
  const text = useTexts(workflowTexts)
  const words = useTexts(terms)
  const formats = useFormats()
  const { rule, steps, maxCost, country, operator } = preview
  const lastStarted = steps.findLastIndex(({ skipReason }) => skipReason === null)
  return (
    <Stack gap={4} role="status">
      <Text variant="hint">
        {text.about(formats.country(country) || words.unknown, formats.network(operator) || words.unknown)}
      </Text>
      <Text>{rule === null ? text.byDefault : text.byRule(rule + 1)}</Text>
      <ol style={{ margin: 0, paddingInlineStart: 22 }}>
        {steps.map(({ mode, seconds, skipReason, price }, index) => (
          <li key={`${mode} ${String(index)}`}>
            {words.modes[mode]}
            {skipReason === null
              ? [
                  price === null ? '' : ` · ${formats.price(price)}`,
                  ` · ${index === lastStarted ? text.untilEnd : text.waits(seconds)}`,
                ].join('')
              : ` · ${text.skips[skipReason] ?? skipReason}`}
          </li>
        ))}
      </ol>
      {lastStarted === -1 && <Text fw={600}>{text.nothing}</Text>}
      {preview.isPaused && <Text fw={600}>{text.paused}</Text>}
      {maxCost !== null && lastStarted !== -1 && (
        <Text fw={600}>
          {text.atMost(formats.price(maxCost))} {preview.chargesOnApproval && text.onApproval}
        </Text>
      )}
    </Stack>
  )
}
