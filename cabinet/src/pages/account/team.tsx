import { Alert, Badge, Button, Code, Group, Select, Skeleton, Text, TextInput } from '@mantine/core'
import type { AccountDetails, Invited, Me, MemberView, Role } from '@ringkey/server/cabinet-api'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { write } from '../../api/client.ts'
import { useMay, useSetMe } from '../../api/me.ts'
import { useFormats } from '../../language/formats.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment } from '../../parts/moment.tsx'
import { peopleProblems } from '../entrance/problems.ts'
import { useAccountChanged, useAccountDetails } from './account-details.ts'
import classes from './section.module.css'
import { Section } from './section.tsx'
import { teamTexts } from './team-texts.ts'

/** Members of the account and open invitations. */
export function Team() {
  const text = useTexts(teamTexts)
  const details = useAccountDetails()
  const mayChange = useMay('change-account')
  if (details.data === undefined) {
    return details.error === null ? <Skeleton h={240} /> : <ErrorNote error={details.error} />
  }
  return (
    <>
      <Section title={text.members} lead={mayChange ? text.membersLead : text.membersOnlyRead}>
        <div>
          {details.data.members.map((member) => (
            <Member key={member.personId} member={member} mayChange={mayChange} />
          ))}
        </div>
      </Section>
      {mayChange && (
        <Section title={text.invite} lead={details.data.mails ? text.inviteByMail : text.inviteByLink}>
          <InviteForm />
          <Invitations invitations={details.data.invitations} />
        </Section>
      )}
      <Section title={text.leave} lead={text.leaveLead}>
        <Leave />
      </Section>
    </>
  )
}

function useRoles() {
  const text = useTexts(teamTexts)
  return (Object.keys(text.roles) as Role[]).map((value) => ({ value, label: text.roles[value] }))
}

function Member({ member, mayChange }: { readonly member: MemberView; readonly mayChange: boolean }) {
  const text = useTexts(teamTexts)
  const setMe = useSetMe()
  const changed = useAccountChanged()
  const roles = useRoles()
  const setRole = useMutation({
    mutationFn: (role: string) => write<Me>(`/account/members/${member.personId}/role`, { role }),
    onSuccess: (me) => {
      setMe(me)
      void changed()
    },
  })
  const remove = useMutation({
    mutationFn: () => write(`/account/members/${member.personId}/remove`),
    onSuccess: changed,
  })
  return (
    <div className={classes.row}>
      <Group justify="space-between" gap="xs">
        <div>
          <Group gap="xs">
            <Text size="sm" fw={500}>
              {member.name || member.email}
            </Text>
            {member.isMe && <Badge size="sm">{text.you}</Badge>}
            {member.hasSecondFactor && (
              <Badge size="sm" color="gray">
                {text.secondFactor}
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed" component="div">
            {member.name !== '' && `${member.email} · `}
            {member.lastSignInAt === 0 ? text.never : <Moment at={member.lastSignInAt} />}
          </Text>
        </div>
        {mayChange ? (
          <Group gap="xs">
            <Select
              aria-label={text.roleOf(member.email)}
              size="xs"
              w={150}
              data={roles}
              value={member.role}
              allowDeselect={false}
              onChange={(role) => role !== null && role !== member.role && setRole.mutate(role)}
            />
            {!member.isMe && (
              <Button
                size="xs"
                variant="default"
                aria-label={text.removeWho(member.email)}
                loading={remove.isPending}
                onClick={() => remove.mutate()}
              >
                {text.remove}
              </Button>
            )}
          </Group>
        ) : (
          <Text size="sm">{text.roles[member.role]}</Text>
        )}
      </Group>
      <ErrorNote error={setRole.error ?? remove.error} own={peopleProblems} />
    </div>
  )
}

function InviteForm() {
  const text = useTexts(teamTexts)
  const { language } = useLanguage()
  const changed = useAccountChanged()
  const roles = useRoles()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('developer')
  const invite = useMutation({
    mutationFn: () => write<Invited>('/account/invitations', { email, role, language }),
    onSuccess: () => {
      setEmail('')
      void changed()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={text.email}
          type="email"
          autoComplete="off"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          w={260}
        />
        <Select
          label={text.role}
          data={roles}
          value={role}
          allowDeselect={false}
          onChange={(value) => setRole(value ?? 'developer')}
          w={150}
        />
        <Button type="submit" loading={invite.isPending}>
          {text.send}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={6}>
        {text.may[role as Role]}
      </Text>
      <ErrorNote error={invite.error} own={peopleProblems} />
      {invite.data !== undefined && (
        <Alert mt="sm" color="teal" variant="light" role="status">
          {invite.data.link === '' ? (
            text.sent
          ) : (
            <>
              {text.passOn}
              <Group gap={4} wrap="nowrap" mt={4}>
                <Code className={classes.action!}>{invite.data.link}</Code>
                <CopyButton value={invite.data.link} what={text.theLink} />
              </Group>
            </>
          )}
        </Alert>
      )}
    </form>
  )
}

function Invitations({ invitations }: Pick<AccountDetails, 'invitations'>) {
  const text = useTexts(teamTexts)
  const formats = useFormats()
  const changed = useAccountChanged()
  const withdraw = useMutation({
    mutationFn: (id: string) => write(`/account/invitations/${id}/remove`),
    onSettled: changed,
  })
  return (
    <div>
      {invitations.map(({ id, email, role, endsAt }) => (
        <Group key={id} justify="space-between" className={classes.row!} gap="xs">
          <div>
            <Text size="sm">{email}</Text>
            <Text size="xs" c="dimmed" component="div">
              {text.roles[role]} · {text.ends}{' '}
              <time title={formats.exact(endsAt)}>{formats.short(endsAt)}</time>
            </Text>
          </div>
          <Button
            size="xs"
            variant="default"
            aria-label={text.withdrawWho(email)}
            onClick={() => withdraw.mutate(id)}
          >
            {text.withdraw}
          </Button>
        </Group>
      ))}
    </div>
  )
}

function Leave() {
  const text = useTexts(teamTexts)
  const setMe = useSetMe()
  const leave = useMutation({ mutationFn: () => write<Me>('/account/leave'), onSuccess: setMe })
  return (
    <>
      <ErrorNote error={leave.error} own={peopleProblems} />
      <Group>
        <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
          {text.leave}
        </Button>
      </Group>
    </>
  )
}
