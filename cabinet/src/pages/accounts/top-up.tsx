import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import type { AccountLine } from '@ringkey/server/cabinet-api'
import { type FormEvent, useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { navigationTexts } from '../texts.ts'
import { accountProblems, accountsTexts } from './texts.ts'

interface Form {
  readonly amount: string
  readonly note: string
  readonly formToken: string
}

/** Each opened form has a token of its own: sent twice, the money moves once. */
export function TopUp({ account, onClose }: { readonly account: AccountLine; readonly onClose: () => void }) {
  const text = useTexts(accountsTexts)
  const navigation = useTexts(navigationTexts)
  const [formToken] = useState(newToken)
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const topUp = useOperatorChange<Form>(`/operator/accounts/${account.id}/top-up`)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    topUp.mutate({ amount: amount.trim(), note, formToken }, { onSuccess: onClose })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={text.topUpTitle(account.email)}
      closeButtonProps={{ 'aria-label': navigation.close }}
    >
      <form onSubmit={submit}>
        <Stack>
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
          <ErrorNote error={topUp.error} own={accountProblems} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {text.cancel}
            </Button>
            <Button type="submit" loading={topUp.isPending}>
              {text.topUp}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** `crypto.randomUUID` is there on HTTPS and on this machine only; an operator may come over plain HTTP. */
function newToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
