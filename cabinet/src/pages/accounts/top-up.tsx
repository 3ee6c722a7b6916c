import { TextInput } from '@mantine/core'
import type { AccountLine } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { accountProblems, accountsTexts } from './texts.ts'

interface Form {
  readonly amount: string
  readonly note: string
  readonly formToken: string
}

/** Each opened form has a token of its own: sent twice, the money moves once. */
export function TopUp({ account, onClose }: { readonly account: AccountLine; readonly onClose: () => void }) {
  const text = useTexts(accountsTexts)
  const [formToken] = useState(newToken)
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const topUp = useOperatorChange<Form>(`/operator/accounts/${account.id}/top-up`)
  const submit = () => {
    topUp.mutate({ amount: amount.trim(), note, formToken }, { onSuccess: onClose })
  }
  return (
    <DialogForm
      title={text.topUpTitle(account.email)}
      action={text.topUp}
      error={topUp.error}
      own={accountProblems}
      isBusy={topUp.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={text.amount}
        required
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <TextInput
        label={text.note}
        description={text.noteAbout}
        maxLength={200}
        autoComplete="off"
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

/** `crypto.randomUUID` is there on HTTPS and on this machine only; an operator may come over plain HTTP. */
function newToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
