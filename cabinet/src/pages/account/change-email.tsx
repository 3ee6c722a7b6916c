import { Group, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { useEntrance } from '../../api/entrance.ts'
import { useMe } from '../../api/me.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { EmailField } from '../entrance/email-field.tsx'
import { entranceTexts } from '../entrance/texts.ts'
import { PasswordPrompt } from './password-prompt.tsx'
import classes from './section.module.css'
import { Section } from './section.tsx'
import { securityTexts } from './security-texts.ts'

/** The address changes when the link in a mail is opened; here that mail is asked for. */
export function ChangeEmail() {
  const text = useTexts(securityTexts)
  const letterTexts = useTexts(entranceTexts)
  const { language } = useLanguage()
  const { person } = useMe()
  const entrance = useEntrance()
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState('')
  const send = async (password: string) => {
    await write('/email', { email, password, language })
    return email
  }
  const onDone = (address: string) => {
    setSentTo(address)
    setEmail('')
  }
  return (
    <Section title={text.email} lead={text.emailLead}>
      <Text className={classes.action!}>{person.email}</Text>
      <ErrorNote error={entrance.error} />
      {entrance.isPending && <Skeleton h={36} w={180} />}
      {entrance.data?.links === 'operator' && <Text size="sm">{text.noMail}</Text>}
      {entrance.data !== undefined && entrance.data.links !== 'operator' && (
        <Group>
          <PasswordPrompt
            label={text.changeEmail}
            question={text.changeEmailHow}
            action={letterTexts.sendLink}
            send={send}
            onDone={onDone}
          >
            <EmailField label={text.newEmail} isFirst value={email} onChange={setEmail} />
          </PasswordPrompt>
        </Group>
      )}
      {sentTo !== '' && (
        <Text size="sm" role="status">
          {letterTexts.sent(sentTo)} {entrance.data?.links === 'console' && letterTexts.onConsole}
        </Text>
      )}
    </Section>
  )
}
