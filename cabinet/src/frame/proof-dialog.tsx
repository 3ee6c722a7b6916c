import { Text } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '../api/me.ts'
import { useWrite } from '../api/use-api.ts'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import { peopleProblems } from '../pages/entrance/problems.ts'
import { DialogForm } from '../parts/dialog-form.tsx'
import { PasswordField } from '../parts/password-field.tsx'

const texts = defineMessages({
  title: ['Is it still you?', 'Это всё ещё вы?'],
  why: [
    'Changes of money, tariffs and trunks need your password when the last one is older than 15 minutes.',
    'Чтобы менять деньги, тарифы и транки, введите пароль: с прошлого раза прошло больше 15 минут.',
  ],
  demo: [
    'The password of the demo stands in first-run.json in the data folder.',
    'Пароль демо записан в файле first-run.json в папке данных.',
  ],
  password: ['Your password', 'Ваш пароль'],
  go: ['Continue', 'Продолжить'],
})

/** Asks for the password again; loaded when it is first needed (proof-gate.tsx). */
export default function ProofDialog({ onAnswer }: { readonly onAnswer: (isProved: boolean) => void }) {
  const text = useTexts(texts)
  const me = useMe()
  const [password, setPassword] = useState('')
  const prove = useWrite('/session/prove', { onSuccess: () => onAnswer(true) })
  return (
    <DialogForm
      title={text.title}
      action={text.go}
      mutation={prove}
      errorTexts={peopleProblems}
      isOnTop
      isOpen
      onSubmit={() => prove.mutate({ password })}
      onClose={() => onAnswer(false)}
    >
      <Text size="sm">
        {text.why} {me.demo && text.demo}
      </Text>
      <PasswordField label={text.password} isFirst value={password} onChange={setPassword} />
    </DialogForm>
  )
}
