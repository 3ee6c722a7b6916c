import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import { useEntrance } from '../../api/entrance.ts'
import { useMe, useSetMe } from '../../api/me.ts'
import { useWrite } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { defineMessages } from '../../language/texts.ts'
import { browserZone } from '../../language/use-time-zone.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { peopleProblems } from '../entrance/problems.ts'
import { entranceTexts } from '../entrance/texts.ts'
import { Section } from './section.tsx'

const texts = defineMessages({
  title: ['No account', 'Аккаунта нет'],
  lead: [
    'You do not belong to any account now. You keep your profile and security settings.',
    'Сейчас вы не состоите ни в одном аккаунте. Профиль и настройки безопасности сохранены.',
  ],
  chooseLead: [
    'You no longer belong to the account that you looked at.',
    'Вы больше не состоите в аккаунте, который смотрели.',
  ],
  choose: ['Choose another one in the menu at the top right.', 'Выберите другой в меню справа вверху.'],
  open: (email: string) => [
    `It will be named ${email}, and you will be its owner.`,
    `Он будет называться ${email}, а вы станете его владельцем.`,
  ],
  team: [
    'To work in a team, ask one of its owners to invite you.',
    'Чтобы работать в команде, попросите приглашение у одного из её владельцев.',
  ],
  invite: [
    'New accounts are created by invitation here. Ask the operator for an invitation and open its link while you are signed in.',
    'Новые аккаунты создаются по приглашению. Попросите его у администратора и откройте ссылку, не выходя из кабинета.',
  ],
  closed: ['No new accounts are opened here.', 'Новые аккаунты здесь не создаются.'],
})

/** For a person who left the team or whose account was closed: what to do next. */
export function NoAccount() {
  const text = useTexts(texts)
  const me = useMe()
  const entrance = useEntrance()
  if (me.accounts.length > 0) {
    return (
      <Section title={text.title} lead={text.chooseLead}>
        <Text size="sm">{text.choose}</Text>
      </Section>
    )
  }
  return (
    <Section title={text.title} lead={text.lead}>
      <ErrorNote error={entrance.error} />
      {entrance.isPending && <Skeleton h={80} />}
      {entrance.data?.signUp === 'open' && <OpenAccount email={me.person.email} />}
      {entrance.data?.signUp === 'invite' && <Text size="sm">{text.invite}</Text>}
      {entrance.data?.signUp === 'closed' && <Text size="sm">{text.closed}</Text>}
      <Text size="sm">{text.team}</Text>
    </Section>
  )
}

function OpenAccount({ email }: { readonly email: string }) {
  const text = useTexts(texts)
  const signUpTexts = useTexts(entranceTexts)
  const setMe = useSetMe()
  const [, navigate] = useLocation()
  const open = useWrite('/account/open', {
    onSuccess: (me) => {
      setMe(me)
      navigate('/')
    },
  })
  return (
    <>
      <Text size="sm">
        {signUpTexts.signUpLead} {text.open(email)}
      </Text>
      <ErrorNote error={open.error} errorTexts={peopleProblems} />
      <Group>
        <Button loading={open.isPending} onClick={() => open.mutate({ timeZone: browserZone() })}>
          {signUpTexts.create}
        </Button>
      </Group>
    </>
  )
}
