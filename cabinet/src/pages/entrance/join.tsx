import { Anchor, Group, Skeleton, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useWrite } from '../../api/use-api.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { useEnter, useLink } from './enter.ts'
import { NewcomerFields } from './newcomer-fields.tsx'
import { BackToSignIn, Sheet } from './sheet.tsx'
import { SignIn } from './sign-in.tsx'
import { entranceTexts } from './texts.ts'

/** An invitation: a new person sets a password, a signed-in person accepts. */
export function Join({ me }: { readonly me: Answer<'/me'> | null }) {
  const text = useTexts(entranceTexts)
  const { token, link, isLoading, error } = useLink('join-account')
  const [isKnown, setKnown] = useState(false)
  const accept = useWrite('/join/accept', { onSuccess: useEnter(true) })
  if (isLoading) return <Skeleton h={260} />
  if (link === undefined) return <Sheet title={text.join} error={error} below={<BackToSignIn />} />
  const lead = text.joinLead(link.account, link.role)
  if (me !== null) {
    return (
      <Sheet
        title={text.join}
        lead={`${lead} ${text.acceptAs(me.person.email)}`}
        button={text.accept}
        mutation={accept}
        onSubmit={() => accept.mutate({ token })}
      />
    )
  }
  if (isKnown) return <SignIn facts={undefined} />
  return (
    <Newcomer
      token={token}
      lead={`${lead} ${text.joinAs(link.email)}`}
      email={link.email}
      onKnown={() => setKnown(true)}
    />
  )
}

function Newcomer(props: {
  readonly token: string
  readonly lead: string
  readonly email: string
  readonly onKnown: () => void
}) {
  const text = useTexts(entranceTexts)
  const { language } = useLanguage()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const join = useWrite('/join', { onSuccess: useEnter(true) })
  return (
    <Sheet
      title={text.join}
      lead={props.lead}
      button={text.accept}
      mutation={join}
      onSubmit={() => join.mutate({ token: props.token, name, password, language })}
      below={
        <Group gap="xs" justify="center">
          <Text variant="hint">{text.joinKnown}</Text>
          <Anchor component="button" type="button" size="sm" onClick={props.onKnown}>
            {text.signInToJoin}
          </Anchor>
        </Group>
      }
    >
      <input type="text" autoComplete="username" value={props.email} readOnly hidden />
      <NewcomerFields name={name} password={password} onName={setName} onPassword={setPassword} />
    </Sheet>
  )
}
