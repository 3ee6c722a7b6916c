import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { read } from '../../api/client.ts'
import { useSetMe } from '../../api/me.ts'
import { useOperationId } from '../../api/operation-id.ts'
import { useWrite } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { defineMessages } from '../../language/texts.ts'
import { bindChecked, bindText } from '../../parts/bind.ts'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { peopleProblems } from '../entrance/problems.ts'
import { Section } from './section.tsx'

const texts = defineMessages({
  title: ['Close the account', 'Закрыть аккаунт'],
  lead: ['This cannot be undone.', 'Закрытый аккаунт восстановить нельзя.'],
  what: [
    'Keys stop working at once and services are archived. Members who have no other account are erased, and phone numbers, clients and codes are taken out of the calls and verifications. The ledger stays, as the law requires.',
    'Ключи сразу перестанут работать, сервисы уйдут в архив. Участники, у которых нет другого аккаунта, будут удалены; номера телефонов, клиенты и коды будут стёрты из звонков и проверок. Бухгалтерские записи остаются, как требует закон.',
  ],
  money: (sum: string) => [
    `The balance is ${sum}. If you want it paid back, ask the operator before you close the account.`,
    `На счёте ${sum}. Чтобы вернуть деньги, обратитесь к администратору до закрытия.`,
  ],
  giveUp: (sum: string) => [`I give up ${sum}`, `Отказываюсь от ${sum}`],
  email: (email: string) => [`Type ${email} to confirm`, `Введите ${email} для подтверждения`],
  close: ['Close the account', 'Закрыть аккаунт'],
})

export function CloseAccount({ account }: { readonly account: NonNullable<Answer<'/me'>['account']> }) {
  const text = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={text.title} lead={text.lead}>
      <Text size="sm">{text.what}</Text>
      <Group>
        <Button color="red" variant="light" onClick={() => setOpen(true)}>
          {text.close}
        </Button>
      </Group>
      <CloseForm account={account} isOpen={isOpen} onCancel={() => setOpen(false)} />
    </Section>
  )
}

function CloseForm(props: {
  readonly account: NonNullable<Answer<'/me'>['account']>
  readonly isOpen: boolean
  readonly onCancel: () => void
}) {
  const text = useTexts(texts)
  const formats = useFormats()
  const setMe = useSetMe()
  const [email, setEmail] = useState('')
  const [giveUpMoney, setGiveUp] = useState(false)
  const sum = props.account.balance ?? 0
  const operationId = useOperationId(JSON.stringify([email, giveUpMoney]))
  const close = useWrite('/account/close', {
    onSuccess: async () => setMe(await read('/me').catch(() => null)),
  })
  return (
    <DialogForm
      title={text.title}
      action={text.close}
      mutation={close}
      errorTexts={peopleProblems}
      isOpen={props.isOpen}
      danger
      onSubmit={() => close.mutate({ email, giveUpMoney, operationId })}
      onClose={props.onCancel}
    >
      <Text size="sm">{text.what}</Text>
      {sum > 0 && (
        <>
          <Text size="sm" fw={600}>
            {text.money(formats.money(sum))}
          </Text>
          <Checkbox label={text.giveUp(formats.money(sum))} {...bindChecked(giveUpMoney, setGiveUp)} />
        </>
      )}
      <TextInput
        label={text.email(props.account.email)}
        required
        withAsterisk={false}
        data-autofocus
        {...bindText(email, setEmail)}
      />
    </DialogForm>
  )
}
