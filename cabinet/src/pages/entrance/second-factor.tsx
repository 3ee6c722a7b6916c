import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiProblem, read, write } from '../../api/client.ts'
import { useSetMe } from '../../api/me.ts'
import { useWrite } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { CodeField } from '../../parts/code-field.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { useEnter } from './enter.ts'
import { peopleProblems } from './problems.ts'
import { Sheet } from './sheet.tsx'
import { entranceTexts } from './texts.ts'

const lookPeriodMs = 1_500

/** The password was right; now the messenger, the app or a recovery code. */
export function SecondFactor({ me }: { readonly me: Answer<'/me'> }) {
  const text = useTexts(entranceTexts)
  const setMe = useSetMe()
  const hasApp = me.secondFactors.includes('totp')
  const hasMessenger = me.secondFactors.includes('telegram')
  const [way, setWay] = useState<'totp' | 'recovery' | null>(hasApp ? 'totp' : null)
  const leave = useMutation({ mutationFn: () => write('/session/end'), onSettled: () => setMe(null) })
  const hasRecovery = me.secondFactors.includes('recovery')
  return (
    <>
      {hasMessenger && <InMessenger />}
      {way !== null && <CodeForm key={way} way={way} isAlone={!hasMessenger} />}
      <Stack gap={6} align="center">
        {hasRecovery && way !== 'recovery' && (
          <Anchor component="button" type="button" size="sm" onClick={() => setWay('recovery')}>
            {text.useRecovery}
          </Anchor>
        )}
        {hasApp && way !== 'totp' && (
          <Anchor component="button" type="button" size="sm" onClick={() => setWay('totp')}>
            {text.useApp}
          </Anchor>
        )}
        <Anchor component="button" type="button" size="sm" onClick={() => leave.mutate()}>
          {text.another}
        </Anchor>
      </Stack>
    </>
  )
}

function InMessenger() {
  const text = useTexts(entranceTexts)
  const enter = useEnter()
  const setMe = useSetMe()
  const answer = useQuery({
    queryKey: ['second-factor'],
    queryFn: () => read('/me'),
    refetchInterval: lookPeriodMs,
    gcTime: 0,
  })
  const again = useWrite('/session/telegram')
  const isConfirmed = answer.data?.stage === 'full'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer has come
  useEffect(() => {
    if (isConfirmed && answer.data !== undefined) enter(answer.data)
  }, [isConfirmed])
  if (answer.error instanceof ApiProblem && answer.error.status === 401) {
    return (
      <Sheet title={text.secondTitle} lead={text.refused} button={text.signIn} onSubmit={() => setMe(null)} />
    )
  }
  return (
    <Sheet title={text.secondTitle} lead={text.inMessenger}>
      <Group justify="space-between">
        <Group gap="xs">
          <Loader size="xs" />
          <Text size="sm">{text.waiting}</Text>
        </Group>
        <Button variant="default" size="xs" loading={again.isPending} onClick={() => again.mutate()}>
          {text.askAgain}
        </Button>
      </Group>
      <ErrorNote error={again.error} errorTexts={peopleProblems} />
    </Sheet>
  )
}

function CodeForm({ way, isAlone }: { readonly way: 'totp' | 'recovery'; readonly isAlone: boolean }) {
  const text = useTexts(entranceTexts)
  const [code, setCode] = useState('')
  const confirm = useWrite(`/session/${way}`, { onSuccess: useEnter() })
  const label = way === 'totp' ? text.appCode : text.recoveryCode
  return (
    <Sheet
      title={isAlone ? text.secondTitle : text.orCode}
      button={text.confirm}
      mutation={confirm}
      onSubmit={() => confirm.mutate({ code })}
    >
      <CodeField
        label={label}
        inputMode={way === 'totp' ? 'numeric' : 'text'}
        data-autofocus
        autoFocus
        maxLength={way === 'totp' ? 7 : 40}
        value={code}
        onChange={setCode}
      />
    </Sheet>
  )
}
