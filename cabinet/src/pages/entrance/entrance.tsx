import { Alert, Anchor, Center, Group, Skeleton, Stack, Title } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useLocation } from 'wouter'
import { useEntrance } from '../../api/entrance.ts'
import { LanguageSwitch, ThemeSwitch } from '../../frame/switches.tsx'
import { useTexts } from '../../language/language.tsx'
import icon from '../../theme/icon.svg'
import { Join } from './join.tsx'
import { MailForm } from './mail-form.tsx'
import { BecomeOperator, EnterDemo, NewEmail, NewPassword } from './one-time-links.tsx'
import { WhatThisIs } from './picture.tsx'
import { SecondFactor } from './second-factor.tsx'
import { BackToSignIn, Sheet } from './sheet.tsx'
import { SignIn } from './sign-in.tsx'
import { SignUp } from './sign-up.tsx'
import { entranceTexts } from './texts.ts'

/** Sign-in, pages of one-time links, and the second factor. */
export default function Entrance({
  me,
  isEnded,
}: {
  readonly me: Answer<'/me'> | null
  /** The session ended by itself, and the pages wait for the next one. */
  readonly isEnded: boolean
}) {
  const text = useTexts(entranceTexts)
  const facts = useEntrance()
  return (
    <Center mih="100vh" p="md" component="main">
      <Stack w="100%" maw={380} gap="md">
        <Group justify="space-between">
          <Group gap={10}>
            <img src={icon} alt="" width={28} height={28} />
            <Title order={1}>Ringkey</Title>
          </Group>
          <Group gap={4}>
            <LanguageSwitch />
            <ThemeSwitch />
          </Group>
        </Group>
        {me === null && !isEnded && <WhatThisIs />}
        {isEnded && <Alert role="status">{text.sessionEnded}</Alert>}
        <Door me={me} facts={facts.data} />
        <Anchor href="/docs" size="sm" ta="center">
          {text.docs}
        </Anchor>
      </Stack>
    </Center>
  )
}

function Door({
  me,
  facts,
}: {
  readonly me: Answer<'/me'> | null
  readonly facts: Answer<'/entrance'> | undefined
}) {
  const text = useTexts(entranceTexts)
  const [location] = useLocation()
  if (location === '/new-password') return <NewPassword />
  if (location === '/join' && me?.stage !== 'second-factor') return <Join me={me} />
  if (me?.stage === 'second-factor') return <SecondFactor me={me} />
  if (location === '/new-email') return <NewEmail me={me} />
  if (location === '/become-operator') return <BecomeOperator me={me} />
  if (location === '/sign-up') return <SignUp me={me} facts={facts} />
  if (location === '/forgotten') return <Forgotten facts={facts} />
  if (location === '/demo') return <EnterDemo />
  return <SignIn facts={facts} lead={facts?.demo ? text.demoSignIn : undefined} />
}

function Forgotten({ facts }: { readonly facts: Answer<'/entrance'> | undefined }) {
  const text = useTexts(entranceTexts)
  if (facts === undefined) return <Skeleton h={200} />
  if (facts.links === 'operator') {
    return <Sheet title={text.forgottenTitle} lead={text.askOperator} below={<BackToSignIn />} />
  }
  return (
    <MailForm
      title={text.forgottenTitle}
      lead={text.forgottenLead}
      path="/password/forgotten"
      facts={facts}
    />
  )
}
