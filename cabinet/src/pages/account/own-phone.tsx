import { Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useSetMe } from '../../api/me.ts'
import { useWrite } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { withCommon } from '../../language/terms.ts'
import { CodeField } from '../../parts/code-field.tsx'
import { RowForm } from '../../parts/form.tsx'
import { PhoneField } from '../../parts/phone-field.tsx'
import { peopleProblems } from '../entrance/problems.ts'
import { Section } from './section.tsx'

const texts = withCommon({
  title: ['First step: confirm your phone', 'Первый шаг: подтвердите свой телефон'],
  lead: [
    'Until then the API answers with code 1005. We call you and hang up; nothing is charged. The number is kept only as a hash and a mask.',
    'До этого API отвечает кодом 1005. Мы позвоним и сбросим звонок, это бесплатно. Номер хранится только в виде хеша и маски.',
  ],
  phone: ['Your phone', 'Ваш телефон'],
  call: ['Call me', 'Позвоните мне'],
  again: ['Call again', 'Позвонить ещё раз'],
  called: (mask: string) => [
    `We are calling ${mask}. Type the last four digits of the number that rings.`,
    `Звоним на ${mask}. Введите последние четыре цифры номера, который звонит.`,
  ],
  code: ['Last four digits', 'Последние четыре цифры'],
})

export function OwnPhone({ details }: { readonly details: Answer<'/account'> | undefined }) {
  const text = useTexts(texts)
  const setMe = useSetMe()
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const call = useWrite('/account/phone', { refreshes: ['account'] })
  const confirm = useWrite('/account/phone/confirm', { onSuccess: setMe })
  const isAwaited = (details?.ownPhone.awaitedUntil ?? 0) > 0
  return (
    <Section title={text.title} lead={text.lead}>
      <RowForm
        action={isAwaited ? text.again : text.call}
        mutation={call}
        errorTexts={peopleProblems}
        isMain={!isAwaited}
        onSubmit={() => call.mutate({ phone })}
      >
        <PhoneField label={text.phone} isOwn isRequired value={phone} onChange={setPhone} />
      </RowForm>
      {isAwaited && (
        <>
          <Text size="sm" mb="xs" role="status">
            {text.called(details?.ownPhone.mask ?? '')}
          </Text>
          <RowForm
            action={text.confirm}
            mutation={confirm}
            errorTexts={peopleProblems}
            isMain
            onSubmit={() => confirm.mutate({ code })}
          >
            <CodeField label={text.code} maxLength={4} value={code} onChange={setCode} w={220} />
          </RowForm>
        </>
      )}
    </Section>
  )
}
