import { PasswordInput, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onProofNeeded, write } from '../api/client.ts'
import { useMe } from '../api/me.ts'
import { useTexts } from '../language/language.tsx'
import { peopleProblems } from '../pages/entrance/problems.ts'
import { DialogForm } from '../parts/dialog-form.tsx'

const texts = {
  en: {
    title: 'Is it still you?',
    why: 'Changes of money, tariffs and trunks need your password when the last one is older than 15 minutes.',
    demo: 'The password of the demo stands in first-run.json in the data folder.',
    password: 'Your password',
    show: 'Show the password',
    go: 'Continue',
  },
  ru: {
    title: 'Это всё ещё вы?',
    why: 'Чтобы менять деньги, тарифы и транки, введите пароль: с прошлого раза прошло больше 15 минут.',
    demo: 'Пароль демо записан в файле first-run.json в папке данных.',
    password: 'Ваш пароль',
    show: 'Показать пароль',
    go: 'Продолжить',
  },
}

/** Opens when the server wants the password again; what was refused is then sent anew (api/client.ts). */
export function ProofDialog() {
  const text = useTexts(texts)
  const me = useMe()
  const [answer, setAnswer] = useState<{ give: (isProved: boolean) => void }>()
  const [password, setPassword] = useState('')
  useEffect(() => {
    onProofNeeded(() => new Promise((give) => setAnswer({ give })))
    return () => onProofNeeded(async () => false)
  }, [])
  const close = (isProved: boolean) => {
    answer?.give(isProved)
    setAnswer(undefined)
    setPassword('')
    prove.reset()
  }
  const prove = useMutation({
    mutationFn: () => write('/session/prove', { password }),
    onSuccess: () => close(true),
  })
  return (
    <DialogForm
      title={text.title}
      action={text.go}
      error={prove.error}
      own={peopleProblems}
      isBusy={prove.isPending}
      isOnTop
      isOpen={answer !== undefined}
      onSubmit={() => prove.mutate()}
      onClose={() => close(false)}
    >
      <Text size="sm">
        {text.why} {me.demo && text.demo}
      </Text>
      <PasswordInput
        label={text.password}
        autoComplete="current-password"
        data-autofocus
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': text.show }}
      />
    </DialogForm>
  )
}
