import { TextInput } from '@mantine/core'
import type { AccountLine } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperationId } from '../../api/operation-id.ts'
import { useOperatorChange } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { accountProblems, accountsTexts } from './texts.ts'

/** An opened form is one operation: sent twice, the money moves once. */
export function TopUp({ account, onClose }: { readonly account: AccountLine; readonly onClose: () => void }) {
  const text = useTexts(accountsTexts)
  const { currency } = useFormats()
  const operationId = useOperationId()
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const topUp = useOperatorChange('/operator/accounts/:account/top-up')
  const submit = () => {
    topUp.mutate({ account: account.id, amount: amount.trim(), note, operationId }, { onSuccess: onClose })
  }
  return (
    <DialogForm
      title={text.topUpTitle(account.email)}
      action={text.topUp}
      mutation={topUp}
      errorTexts={accountProblems}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={text.amount(currency)}
        required
        inputMode="decimal"
        data-autofocus
        {...bindText(amount, setAmount)}
      />
      <TextInput
        label={text.note}
        description={text.noteAbout}
        maxLength={200}
        {...bindText(note, setNote)}
      />
    </DialogForm>
  )
}
