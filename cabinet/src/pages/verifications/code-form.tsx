import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { CodeCheckView, VerificationDetail } from '@ringkey/server/cabinet-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { write } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { verificationProblems } from './detail/texts.ts'
import { verificationKey } from './use-verification.ts'

const texts = {
  en: {
    label: 'Code that the person types',
    check: 'Check the code',
    wrong: (left: number) => `Wrong code. Tries left: ${left}.`,
    lastWrong: 'Wrong code. That was the last try.',
    right: 'Right: the phone is approved.',
  },
  ru: {
    label: 'Код, который вводит человек',
    check: 'Проверить код',
    wrong: (left: number) => `Неверный код. Осталось попыток: ${left}.`,
    lastWrong: 'Неверный код. Это была последняя попытка.',
    right: 'Верно: телефон подтверждён.',
  },
}

/** Takes the code as the form of an integrator would, and says what the check answered. */
export function CodeForm({
  detail,
  takesFocus = false,
}: {
  readonly detail: VerificationDetail
  /** It appeared because somebody has just asked for the call: the code is what they type next. */
  readonly takesFocus?: boolean
}) {
  const text = useTexts(texts)
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const check = useMutation({
    mutationFn: () => write<CodeCheckView>(`/verifications/${detail.id}/check`, { code }),
    onSuccess: ({ verification }) => {
      setCode('')
      client.setQueryData(verificationKey(detail.id), verification)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check.mutate()
  }
  const isPending = detail.status === 'pending'
  const left = check.data?.verification.attemptsLeft ?? 0
  const said =
    check.data === undefined
      ? null
      : check.data.isRight
        ? text.right
        : left === 0
          ? text.lastWrong
          : text.wrong(left)
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        {isPending && (
          <Group align="end" gap="xs">
            <TextInput
              label={text.label}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              {...(takesFocus ? { autoFocus: true } : {})}
              w={240}
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value.replace(/\D/g, ''))}
            />
            <Button type="submit" disabled={code === ''} loading={check.isPending}>
              {text.check}
            </Button>
          </Group>
        )}
        <Text role="status" fw={600} mih={24} {...(check.data?.isRight === false ? { c: 'red' } : {})}>
          {said}
        </Text>
        <ErrorNote error={check.error} own={verificationProblems} />
      </Stack>
    </form>
  )
}
