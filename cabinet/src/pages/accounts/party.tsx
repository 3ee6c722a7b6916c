import { Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { fieldProblem, otherProblem } from '../../language/field-problem.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Form, SaveButton } from '../../parts/form.tsx'
import { Section } from '../../parts/section.tsx'
import { useUnsaved } from '../../parts/unsaved.ts'
import { partyTexts } from './money-texts.ts'

/** How an account, or with null the installation, is named on statements. */
export function Party({ account, details }: { readonly account: number | null; readonly details: string }) {
  const text = useTexts(partyTexts)
  const [typed, setTyped] = useState(details)
  const save = useOperatorChange('/operator/party')
  const isChanged = typed !== details
  useUnsaved(isChanged)
  const submit = () => save.mutate({ ...(account === null ? {} : { account }), details: typed })
  return (
    <Section title={text.title} about={account === null ? text.ownAbout : text.about}>
      <Form onSubmit={submit}>
        <Stack gap="xs" maw={560}>
          <Textarea
            aria-label={text.title}
            placeholder={text.example}
            autosize
            minRows={2}
            maxLength={1000}
            {...bindText(typed, setTyped)}
            error={fieldProblem(save.error, 'details', text.errors)}
          />
          <ErrorNote error={otherProblem(save.error, ['details'])} />
          <Group gap="sm">
            <SaveButton mutation={save} isChanged={isChanged} />
          </Group>
        </Stack>
      </Form>
    </Section>
  )
}
