import { Skeleton } from '@mantine/core'
import type { Me } from '@ringkey/server/cabinet-api'
import { useMutation } from '@tanstack/react-query'
import { ApiProblem, write } from '../../api/client.ts'
import { useSetMe } from '../../api/me.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { useLink } from './enter.ts'
import { BackToSignIn, Sheet, ToCabinet } from './sheet.tsx'
import { SignIn } from './sign-in.tsx'
import { entranceTexts } from './texts.ts'

/** The link in the letter to a new address: the person who asked for it confirms, after signing in if needed. */
export function NewEmail({ me }: { readonly me: Me | null }) {
  const text = useTexts(entranceTexts)
  const { language } = useLanguage()
  const { token, link } = useLink()
  const setMe = useSetMe()
  const confirm = useMutation({
    mutationFn: () => write<Me>('/email/confirm', { token, language }),
    onSuccess: setMe,
  })
  const below = me === null ? <BackToSignIn /> : <ToCabinet />
  if (confirm.isSuccess) {
    const lead = text.emailChangedLead(confirm.data.person.email)
    return <Sheet title={text.emailChanged} lead={lead} below={below} />
  }
  if (token !== '' && link.isPending) return <Skeleton h={200} />
  if (link.data?.purpose !== 'new-email') {
    const error = link.error ?? new ApiProblem(410, { code: 'link-ended', message: '' })
    return <Sheet title={text.newEmail} error={error} below={below} />
  }
  if (me === null) return <SignIn facts={undefined} lead={text.newEmailSignIn(link.data.email)} />
  return (
    <Sheet
      title={text.newEmail}
      lead={text.newEmailLead(link.data.email, me.person.email)}
      button={text.confirmEmail}
      error={confirm.error}
      isBusy={confirm.isPending}
      onSubmit={() => confirm.mutate()}
      below={below}
    />
  )
}
