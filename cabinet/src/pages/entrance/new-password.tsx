import { Skeleton } from '@mantine/core'
import type { Me } from '@ringkey/server/cabinet-api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem, write } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { PasswordChoice } from '../../parts/password-choice.tsx'
import { useEnter, useLink } from './enter.ts'
import { BackToSignIn, Sheet } from './sheet.tsx'
import { entranceTexts } from './texts.ts'

export function NewPassword() {
  const text = useTexts(entranceTexts)
  const { token, link } = useLink()
  const [password, setPassword] = useState('')
  const set = useMutation({
    mutationFn: () => write<Me>('/password/new', { token, password }),
    onSuccess: useEnter(),
  })
  if (token !== '' && link.isPending) return <Skeleton h={200} />
  if (link.data === undefined) {
    const error = link.error ?? new ApiProblem(410, { code: 'link-ended', message: '' })
    return <Sheet title={text.newPassword} error={error} below={<BackToSignIn />} />
  }
  return (
    <Sheet
      title={text.newPassword}
      lead={text.newPasswordFor(link.data.email)}
      button={text.setPassword}
      error={set.error}
      isBusy={set.isPending}
      onSubmit={() => set.mutate()}
      below={<BackToSignIn />}
    >
      {/* Keepers of passwords want to know whose it is. */}
      <input type="text" autoComplete="username" value={link.data.email} readOnly hidden />
      <PasswordChoice label={text.newPassword} value={password} onChange={setPassword} />
    </Sheet>
  )
}
