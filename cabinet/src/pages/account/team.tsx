import { Alert, Badge, Button, Code, Group, Select, Skeleton, Text, TextInput } from '@mantine/core'
import type { Answer, Role } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useMay, useSetMe } from '../../api/me.ts'
import { useWrite } from '../../api/use-api.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Form } from '../../parts/form.tsx'
import { Moment } from '../../parts/moment.tsx'
import { peopleProblems } from '../entrance/problems.ts'
import { useAccountDetails } from './account-details.ts'
import classes from './section.module.css'
import { Section } from './section.tsx'
import { teamTexts } from './team-texts.ts'

type MemberView = Answer<'/account'>['members'][number]

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
        <Members members={details.data.members} mayChange={mayChange} />
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

function Members(props: { readonly members: readonly MemberView[]; readonly mayChange: boolean }) {
  const text = useTexts(teamTexts)
  const setMe = useSetMe()
  const roles = useRoles()
  const setRole = useWrite('/account/members/:id/role', { refreshes: ['account'], onSuccess: setMe })
  const remove = useWrite('/account/members/:id/remove', { refreshes: ['account'] })
  const roleOf = ({ personId, email, role }: MemberView) =>
    props.mayChange ? (
      <Select
        aria-label={text.roleOf(email)}
        size="xs"
        w={150}
        data={roles}
        value={role}
        onChange={(chosen) =>
          chosen !== null && chosen !== role && setRole.mutate({ id: personId, role: chosen })
        }
      />
    ) : (
      text.roles[role]
    )
  return (
    <DataTable
      label={text.members}
      rows={props.members}
      keyOf={({ personId }) => personId}
      error={setRole.error}
      errorTexts={peopleProblems}
      empty={null}
      columns={[
        {
          title: text.person,
          card: 'title',
          sortBy: ({ name, email }) => name || email,
          cell: (member) => <Person member={member} />,
        },
        { title: text.role, card: 'bare', sortBy: ({ role }) => text.roles[role], cell: roleOf },
        {
          title: text.lastSignIn,
          sortBy: ({ lastSignInAt }) => lastSignInAt || null,
          cell: ({ lastSignInAt }) => (lastSignInAt === 0 ? text.never : <Moment at={lastSignInAt} />),
        },
      ]}
      actions={
        props.mayChange
          ? ({ personId, email, isMe }) =>
              !isMe && (
                <ConfirmButton
                  label={text.remove}
                  name={text.removeWho(email)}
                  question={text.removeQuestion(email)}
                  errorTexts={peopleProblems}
                  onConfirm={() => remove.mutateAsync({ id: personId })}
                >
                  {text.removeHint}
                </ConfirmButton>
              )
          : undefined
      }
    />
  )
}

function Person({ member }: { readonly member: MemberView }) {
  const text = useTexts(teamTexts)
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
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
      {member.name !== '' && <Text variant="note">{member.email}</Text>}
    </div>
  )
}

function InviteForm() {
  const text = useTexts(teamTexts)
  const { language } = useLanguage()
  const roles = useRoles()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('developer')
  const invite = useWrite('/account/invitations', {
    refreshes: ['account'],
    onSuccess: () => setEmail(''),
  })
  return (
    <Form onSubmit={() => invite.mutate({ email, role, language })}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={text.email}
          type="email"
          required
          withAsterisk={false}
          {...bindText(email, setEmail)}
          w={260}
        />
        <Select
          label={text.role}
          data={roles}
          value={role}
          onChange={(value) => setRole(value ?? 'developer')}
          w={150}
        />
        <Button type="submit" loading={invite.isPending}>
          {text.send}
        </Button>
      </Group>
      <Text variant="note" mt={6}>
        {text.may[role]}
      </Text>
      <ErrorNote error={invite.error} errorTexts={peopleProblems} />
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
    </Form>
  )
}

function Invitations({ invitations }: Pick<Answer<'/account'>, 'invitations'>) {
  const text = useTexts(teamTexts)
  const withdraw = useWrite('/account/invitations/:id/remove', { refreshes: ['account'] })
  return (
    <DataTable
      label={text.invitations}
      rows={invitations}
      keyOf={({ id }) => id}
      error={withdraw.error}
      empty={<Text variant="hint">{text.noInvitations}</Text>}
      columns={[
        { title: text.email, value: ({ email }) => email, card: 'title' },
        { title: text.role, value: ({ role }) => text.roles[role], card: 'corner' },
        { title: text.ends, value: ({ endsAt }) => endsAt, as: 'upcoming' },
      ]}
      actions={({ id, email }) => (
        <Button
          size="xs"
          variant="default"
          aria-label={text.withdrawWho(email)}
          onClick={() => withdraw.mutate({ id })}
        >
          {text.withdraw}
        </Button>
      )}
    />
  )
}

function Leave() {
  const text = useTexts(teamTexts)
  const setMe = useSetMe()
  const leave = useWrite('/account/leave', { onSuccess: setMe })
  return (
    <Group>
      <ConfirmButton
        label={text.leave}
        question={text.leaveQuestion}
        button={{ variant: 'default', color: 'gray', size: 'sm' }}
        errorTexts={peopleProblems}
        onConfirm={() => leave.mutateAsync()}
      >
        {text.leaveLead}
      </ConfirmButton>
    </Group>
  )
}
