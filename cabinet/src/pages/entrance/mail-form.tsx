import { Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useWrite } from '../../api/use-api.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { EmailField } from './email-field.tsx'
import { BackToSignIn, Sheet } from './sheet.tsx'
import { entranceTexts } from './texts.ts'

/** Asks for an e-mail and sends a link there; the answer is the same for known and unknown addresses. */
export function MailForm(props: {
  readonly title: string
  readonly lead: string
  readonly path: '/sign-up' | '/password/forgotten'
  readonly facts: Answer<'/entrance'>
}) {
  const text = useTexts(entranceTexts)
  const { language } = useLanguage()
  const [email, setEmail] = useState('')
  const send = useWrite(props.path)
  if (send.isSuccess) {
    return (
      <Sheet title={text.checkMail} lead={text.sent(email)} below={<BackToSignIn />}>
        {props.facts.links === 'console' && <Text size="sm">{text.onConsole}</Text>}
      </Sheet>
    )
  }
  return (
    <Sheet
      title={props.title}
      lead={props.lead}
      button={text.sendLink}
      mutation={send}
      onSubmit={() => send.mutate({ email, language })}
      below={<BackToSignIn />}
    >
      <EmailField value={email} onChange={setEmail} />
    </Sheet>
  )
}
