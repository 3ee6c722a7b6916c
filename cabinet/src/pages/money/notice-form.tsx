import { Checkbox, Group, NumberInput, Stack, Text, Title } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { useWrite } from '../../api/use-api.ts'
import { fieldProblem, otherProblem } from '../../language/field-problem.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { bindChecked } from '../../parts/bind.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Form, SaveButton } from '../../parts/form.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useUnsaved } from '../../parts/unsaved.ts'
import { useAccountDetails } from '../account/account-details.ts'
import { moneyTexts } from './texts.ts'

/** The threshold of the low-balance notice and its channels; an empty threshold switches it off. */
export function NoticeForm({ notice }: { readonly notice: Answer<'/money'>['notice'] }) {
  const text = useTexts(moneyTexts)
  const { currency } = useFormats()
  const mayChange = useMay('change-money-notices')
  const mails = useAccountDetails().data?.mails
  const [threshold, setThreshold] = useState<number | null>(notice?.threshold ?? null)
  const [byEmail, setByEmail] = useState(notice?.byEmail ?? true)
  const [byMessenger, setByMessenger] = useState(notice?.byMessenger ?? false)
  const save = useWrite('/money/notice', { refreshes: ['money'] })
  const isChanged =
    threshold !== (notice?.threshold ?? null) ||
    byEmail !== (notice?.byEmail ?? true) ||
    byMessenger !== (notice?.byMessenger ?? false)
  useUnsaved(isChanged)
  return (
    <Form onSubmit={() => save.mutate({ threshold, byEmail, byMessenger })}>
      <Stack gap="xs">
        <Title order={2}>{text.notice}</Title>
        <Text variant="hint">{text.noticeHint}</Text>
        <NumberInput
          label={text.threshold(currency)}
          placeholder={text.off}
          w={180}
          min={0}
          decimalScale={2}
          disabled={!mayChange}
          value={threshold ?? ''}
          onChange={(value) => setThreshold(value === '' ? null : Number(value))}
          error={fieldProblem(save.error, 'threshold', text.errors)}
        />
        <Checkbox
          label={text.byEmail}
          disabled={!mayChange}
          checked={byEmail}
          {...(mails === false ? { description: text.noMail } : {})}
          onChange={(event) => setByEmail(event.currentTarget.checked)}
          error={fieldProblem(save.error, 'byEmail', text.errors)}
        />
        <Checkbox
          label={text.byMessenger}
          disabled={!mayChange}
          {...bindChecked(byMessenger, setByMessenger)}
        />
        {notice?.notifiedAt != null && (
          <Text variant="hint">
            {text.notifiedAt} <Moment at={notice.notifiedAt} />
          </Text>
        )}
        <ErrorNote error={otherProblem(save.error, ['threshold', 'byEmail'])} />
        {mayChange && (
          <Group gap="sm">
            <SaveButton mutation={save} isChanged={isChanged} />
          </Group>
        )}
      </Stack>
    </Form>
  )
}
