import { Skeleton } from '@mantine/core'
import type { Me } from '@ringkey/server/cabinet-api'
import { useMutation } from '@tanstack/react-query'
import { ApiProblem, write } from '../../api/client.ts'
import { useSetMe } from '../../api/me.ts'
import { useTexts } from '../../language/language.tsx'
import { useLink } from './enter.ts'
import { BackToSignIn, Sheet, ToCabinet } from './sheet.tsx'
import { SignIn } from './sign-in.tsx'
import { entranceTexts } from './texts.ts'

/** The link of `ringkey operator create` for a registered person, who confirms it while signed in. */
export function BecomeOperator({ me }: { readonly me: Me | null }) {
  const text = useTexts(entranceTexts)
  const { token, link } = useLink()
  const setMe = useSetMe()
  const confirm = useMutation({
    mutationFn: () => write<Me>('/join/operator', { token }),
    onSuccess: setMe,
  })
  const below = me === null ? <BackToSignIn /> : <ToCabinet />
  if (confirm.isSuccess) {
    return <Sheet title={text.operatorDone} lead={text.operatorDoneLead} below={below} />
  }
  if (token !== '' && link.isPending) return <Skeleton h={200} />
  if (link.data?.purpose !== 'become-operator') {
    const error = link.error ?? new ApiProblem(410, { code: 'link-ended', message: '' })
    return <Sheet title={text.becomeOperator} error={error} below={below} />
  }
  if (me === null) return <SignIn facts={undefined} lead={text.becomeOperatorSignIn(link.data.email)} />
  return (
    <Sheet
      title={text.becomeOperator}
      lead={text.becomeOperatorLead(link.data.email)}
      button={text.confirmOperator}
      error={confirm.error}
      isBusy={confirm.isPending}
      onSubmit={() => confirm.mutate()}
      below={below}
    />
  )
}
