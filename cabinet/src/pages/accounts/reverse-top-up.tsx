import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import type { AccountLine, LedgerLine } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperationId } from '../../api/operation-id.ts'
import { useOperatorChange } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { withCommon } from '../../language/terms.ts'
import { defineMessages } from '../../language/texts.ts'
import { bindChecked, bindText } from '../../parts/bind.ts'
import { DialogForm } from '../../parts/dialog-form.tsx'

const reversalTexts = withCommon({
  reverse: ['Reverse', 'Отменить'],
  reverseEntry: (entry: number) => [
    `Reverse the top-up of entry ${entry}`,
    `Отменить пополнение, запись ${entry}`,
  ],
  title: (sum: string, email: string) => [
    `Reverse the top-up of ${sum} for ${email}`,
    `Отменить пополнение на ${sum}: ${email}`,
  ],
  about: [
    'The whole amount is taken back by an entry of its own. The top-up stays in the ledger.',
    'Вся сумма снимается отдельной записью, само пополнение остаётся в журнале операций.',
  ],
  after: (before: string, after: string) => [
    `The balance is ${before} now and will be ${after}.`,
    `Сейчас на счёте ${before}, станет ${after}.`,
  ],
  reasonAbout: ['For the ledger. The owner sees it.', 'Для журнала операций. Владелец её увидит.'],
  allowDebt: ['Let the balance fall below zero', 'Разрешить отрицательный баланс'],
  debtAbout: [
    'Part of the money is spent or held. Calls are refused with code 1002 until the account is topped up; calls in progress go on.',
    'Часть денег уже потрачена или удержана. Новые звонки будут получать код 1002, пока счёт не пополнят; текущие завершатся как обычно.',
  ],
})

const reversalProblems = defineMessages({
  'reversed-already': ['This top-up was reversed already.', 'Это пополнение уже отменено.'],
  'money-spent': [
    'Meanwhile part of the money was spent. Close this form, open it again and look at the balance.',
    'Часть денег за это время потрачена. Закройте форму, откройте снова и посмотрите на баланс.',
  ],
  'sent-before': [
    'This form was already sent with another reason. Check the ledger.',
    'Эта форма уже отправлена с другой причиной. Проверьте журнал операций.',
  ],
})

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
  const reverse = useOperatorChange('/operator/accounts/:account/ledger/:entry/reverse')
  const after = account.balance - line.amount
  const isDebt = after < 0
  return (
    <DialogForm
      title={text.title(formats.money(line.amount), account.email)}
      action={text.reverse}
      mutation={reverse}
      errorTexts={reversalProblems}
      danger
      isIncomplete={reason.trim() === '' || (isDebt && !allowDebt)}
      onSubmit={() =>
        reverse.mutate(
          { account: account.id, entry: line.entry, reason, allowDebt, operationId },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <Text size="sm">
        {text.about} {text.after(formats.money(account.balance), formats.money(after))}
      </Text>
      <TextInput
        label={text.reason}
        description={text.reasonAbout}
        maxLength={200}
        data-autofocus
        {...bindText(reason, setReason)}
      />
      {isDebt && (
        <Checkbox
          label={text.allowDebt}
          description={text.debtAbout}
          {...bindChecked(allowDebt, setAllowDebt)}
        />
      )}
    </DialogForm>
  )
}
