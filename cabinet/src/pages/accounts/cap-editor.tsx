import { Text, TextInput } from '@mantine/core'
import type { CapView } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperationId } from '../../api/operation-id.ts'
import { useOperatorChange } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { accountProblems, accountsTexts } from './texts.ts'

/** The spend caps of an account, a service or a destination. */
export function CapEditor({ cap, onClose }: { readonly cap: CapView; readonly onClose: () => void }) {
  const text = useTexts(accountsTexts)
  const typed = (bound: number) => (bound === 0 ? '' : String(bound))
  const [perHour, setPerHour] = useState(typed(cap.perHour))
  const [perDay, setPerDay] = useState(typed(cap.perDay))
  const save = useOperatorChange('/operator/caps')
  const bounds = { scope: cap.scope, perHour: perHour.trim(), perDay: perDay.trim() }
  const operationId = useOperationId(JSON.stringify(bounds))
  const submit = () => {
    save.mutate({ ...bounds, operationId }, { onSuccess: onClose })
  }
  return (
    <DialogForm
      title={text.capTitle(cap.scope)}
      action={text.save}
      mutation={save}
      errorTexts={accountProblems}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text variant="hint">{text.capAbout}</Text>
      <TextInput label={text.perHour} inputMode="decimal" data-autofocus {...bindText(perHour, setPerHour)} />
      <TextInput label={text.perDay} inputMode="decimal" {...bindText(perDay, setPerDay)} />
    </DialogForm>
  )
}
