import { Skeleton } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { ApiProblem } from '../../api/client.ts'
import { useEntrance } from '../../api/entrance.ts'
import { useWrite } from '../../api/use-api.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { browserZone } from '../../language/use-time-zone.ts'
import { EmailField } from './email-field.tsx'
import { useEnter, useLink } from './enter.ts'
import { MailForm } from './mail-form.tsx'
import { NewcomerFields } from './newcomer-fields.tsx'
import { BackToSignIn, Sheet } from './sheet.tsx'
import { entranceTexts } from './texts.ts'

/** With the link of a mail or an invitation; without one where sign-up is open and no mail can be sent. */
export function SignUp({
  me,
  facts,
}: {
  readonly me: Answer<'/me'> | null
  readonly facts: Answer<'/entrance'> | undefined
}) {
  const text = useTexts(entranceTexts)
  const { token, link, isLoading, error } = useLink()
  if (facts === undefined || isLoading) return <Skeleton h={260} />
  if (token !== '' && link === undefined) {
    return <Sheet title={text.signUp} error={error} below={<BackToSignIn />} />
  }
  const invited = link?.email ?? ''
  const isForMe = me !== null && me.accounts.length === 0 && ['', me.person.email].includes(invited)
  if (token !== '' && isForMe) return <OpenAccount token={token} email={me.person.email} />
  if (token !== '') return <Finish key={token} token={token} invited={invited} />
  if (facts.signUp !== 'open') {
    const closed = new ApiProblem(403, { code: 'sign-up-closed', message: '' })
    return <Sheet title={text.signUp} error={closed} below={<BackToSignIn />} />
  }
  if (facts.links === 'mail') {
    return <MailForm title={text.signUp} lead={text.signUpMail} path="/sign-up" facts={facts} />
  }
  return <Finish token={undefined} invited="" />
}

/** A registered person without an account needs neither a name nor a password. */
function OpenAccount({ token, email }: { readonly token: string; readonly email: string }) {
  const text = useTexts(entranceTexts)
  const lead = useLead()
  const open = useWrite('/account/open', { onSuccess: useEnter() })
  return (
    <Sheet
      title={text.signUp}
      lead={`${lead} ${text.acceptAs(email)}`}
      button={text.create}
      mutation={open}
      onSubmit={() => open.mutate({ token, timeZone: browserZone() })}
    />
  )
}

function Finish({ token, invited }: { readonly token: string | undefined; readonly invited: string }) {
  const text = useTexts(entranceTexts)
  const lead = useLead()
  const { language } = useLanguage()
  const [email, setEmail] = useState(invited)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const create = useWrite('/sign-up/finish', { onSuccess: useEnter() })
  return (
    <Sheet
      title={text.signUp}
      lead={lead}
      button={text.create}
      mutation={create}
      onSubmit={() => create.mutate({ token, email, name, password, language, timeZone: browserZone() })}
      below={<BackToSignIn />}
    >
      <EmailField value={email} isFixed={invited !== ''} onChange={setEmail} />
      <NewcomerFields name={name} password={password} onName={setName} onPassword={setPassword} />
    </Sheet>
  )
}

/** Describes what a new account starts with. */
function useLead(): string {
  const text = useTexts(entranceTexts)
  return useEntrance().data?.demo ? text.signUpDemo : text.signUpLead
}
