import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import type { AccountLine, LedgerLine } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperationId } from '../../api/operation-id.ts'
import { useOperatorChange } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { reversalProblems, reversalTexts } from './reversal-texts.ts'

interface Props {
  readonly account: AccountLine
  readonly line: LedgerLine
}

/** Takes a mistaken top-up back. */
export function ReverseTopUp(props: Props) {
  const text = useTexts(reversalTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={text.reverseEntry(props.line.entry)}
        onClick={() => setOpen(true)}
      >
        {text.reverse}
      </Button>
      {isOpen && <ReversalForm {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** An opened form is one operation: sent twice, the money moves once. */
function ReversalForm({ account, line, onClose }: Props & { readonly onClose: () => void }) {
  const text = useTexts(reversalTexts)
  const formats = useFormats()
  const operationId = useOperationId()
  const [reason, setReason] = useState('')
  const [allowDebt, setAllowDebt] = useState(false)
  const reverse = useOperatorChange<object>(`/operator/accounts/${account.id}/ledger/${line.entry}/reverse`)
  const after = account.balance - line.amount
  const isDebt = after < 0
  return (
    <DialogForm
      title={text.title(formats.money(line.amount), account.email)}
      action={text.reverse}
      change={reverse}
      own={reversalProblems}
      isGrave
      isIncomplete={reason.trim() === '' || (isDebt && !allowDebt)}
      onSubmit={() => reverse.mutate({ reason, allowDebt, operationId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">
        {text.about} {text.after(formats.money(account.balance), formats.money(after))}
      </Text>
      <TextInput
        label={text.reason}
        description={text.reasonAbout}
        maxLength={200}
        autoComplete="off"
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {isDebt && (
        <Checkbox
          label={text.allowDebt}
          description={text.debtAbout}
          checked={allowDebt}
          onChange={(event) => setAllowDebt(event.currentTarget.checked)}
        />
      )}
    </DialogForm>
  )
}
