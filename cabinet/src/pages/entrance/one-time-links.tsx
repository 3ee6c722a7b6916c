import { Skeleton } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useSetMe } from '../../api/me.ts'
import { useWrite } from '../../api/use-api.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { PasswordChoice } from '../../parts/password-choice.tsx'
import { useEnter, useLink } from './enter.ts'
import { BackToSignIn, Sheet, ToCabinet } from './sheet.tsx'
import { SignIn } from './sign-in.tsx'
import { entranceTexts } from './texts.ts'

/** The one-time link that the terminal printed. A button, so that a link preview does not use it up. */
export function EnterDemo() {
  const text = useTexts(entranceTexts)
  const { token, link, isLoading, error } = useLink()
  const enter = useWrite('/session/demo-link', { onSuccess: useEnter() })
  if (isLoading) return <Skeleton h={200} />
  if (link === undefined)
    return <Sheet title={text.demoTitle} lead={text.demoLink} error={error} below={<BackToSignIn />} />
  return (
    <Sheet
      title={text.demoTitle}
      lead={text.demo}
      button={text.enterDemo}
      mutation={enter}
      onSubmit={() => enter.mutate({ token })}
      below={<BackToSignIn />}
    />
  )
}

export function NewPassword() {
  const text = useTexts(entranceTexts)
  const { token, link, isLoading, error } = useLink()
  const [password, setPassword] = useState('')
  const set = useWrite('/password/new', { onSuccess: useEnter() })
  if (isLoading) return <Skeleton h={200} />
  if (link === undefined) return <Sheet title={text.newPassword} error={error} below={<BackToSignIn />} />
  return (
    <Sheet
      title={text.newPassword}
      lead={text.newPasswordFor(link.email)}
      button={text.setPassword}
      mutation={set}
      onSubmit={() => set.mutate({ token, password })}
      below={<BackToSignIn />}
    >
      {/* Keepers of passwords want to know whose it is. */}
      <input type="text" autoComplete="username" value={link.email} readOnly hidden />
      <PasswordChoice label={text.newPassword} value={password} onChange={setPassword} />
    </Sheet>
  )
}

/** The link in the mail to a new address: the person who asked for it confirms, after signing in if needed. */
export function NewEmail({ me }: { readonly me: Answer<'/me'> | null }) {
  const text = useTexts(entranceTexts)
  const { language } = useLanguage()
  const { token, link, isLoading, error } = useLink('new-email')
  const setMe = useSetMe()
  const confirm = useWrite('/email/confirm', { onSuccess: setMe })
  const below = me === null ? <BackToSignIn /> : <ToCabinet />
  if (confirm.isSuccess) {
    const lead = text.emailChangedLead(confirm.data.person.email)
    return <Sheet title={text.emailChanged} lead={lead} below={below} />
  }
  if (isLoading) return <Skeleton h={200} />
  if (link === undefined) return <Sheet title={text.newEmail} error={error} below={below} />
  if (me === null) return <SignIn facts={undefined} lead={text.newEmailSignIn(link.email)} />
  return (
    <Sheet
      title={text.newEmail}
      lead={text.newEmailLead(link.email, me.person.email)}
      button={text.confirmEmail}
      mutation={confirm}
      onSubmit={() => confirm.mutate({ token, language })}
      below={below}
    />
  )
}

/** The link of `ringkey user add-operator` for a registered person, who confirms it while signed in. */
export function BecomeOperator({ me }: { readonly me: Answer<'/me'> | null }) {
  const text = useTexts(entranceTexts)
  const { token, link, isLoading, error } = useLink('become-operator')
  const setMe = useSetMe()
  const confirm = useWrite('/join/operator', { onSuccess: setMe })
  const below = me === null ? <BackToSignIn /> : <ToCabinet />
  if (confirm.isSuccess) {
    return <Sheet title={text.operatorDone} lead={text.operatorDoneLead} below={below} />
  }
  if (isLoading) return <Skeleton h={200} />
  if (link === undefined) return <Sheet title={text.becomeOperator} error={error} below={below} />
  if (me === null) return <SignIn facts={undefined} lead={text.becomeOperatorSignIn(link.email)} />
  return (
    <Sheet
      title={text.becomeOperator}
      lead={text.becomeOperatorLead(link.email)}
      button={text.confirmOperator}
      mutation={confirm}
      onSubmit={() => confirm.mutate({ token })}
      below={below}
    />
  )
}
