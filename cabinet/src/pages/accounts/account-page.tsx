import { Badge, Button, Group, NativeSelect, Paper, SimpleGrid, Skeleton, Switch, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useParams } from 'wouter'
import { useOperatorChange } from '../../api/operator.ts'
import { useRead } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { Section } from '../../parts/section.tsx'
import { SmallFigure } from '../../parts/small-figure.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { AccountServices, Cap } from './account-services.tsx'
import { Ledger } from './ledger.tsx'
import { Party } from './party.tsx'
import { accountProblems, accountsTexts } from './texts.ts'
import { TopUp } from './top-up.tsx'

type AccountDetail = Answer<'/operator/accounts/:id'>

export default function AccountPage() {
  const { id = '' } = useParams()
  const text = useTexts(accountsTexts)
  const { data, error, isPending } = useRead('/operator/accounts/:id', { id })
  const [isToppingUp, setToppingUp] = useState(false)
  return (
    <Page
      title={data?.account.email ?? '…'}
      actions={
        data !== undefined && (
          <>
            <Button onClick={() => setToppingUp(true)}>{text.topUp}</Button>
            {data.account.demo && <MakeReal account={data.account} />}
            <Blocking account={data.account} />
          </>
        )
      }
    >
      <Group gap="md">
        <TextLink href="/console/accounts">← {text.back}</TextLink>
        <TextLink href={`/console/quality?account=${id}`}>{text.itsQuality}</TextLink>
        <TextLink href={`/console/verifications?account=${id}`}>{text.itsCalls}</TextLink>
      </Group>
      <ErrorNote error={error} />
      {isPending && <Skeleton h={300} />}
      {data !== undefined && (
        <>
          <Summary detail={data} />
          <AccountServices services={data.services} />
          <Party account={data.account.id} details={data.party} />
          <Ledger account={data.account} />
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <People members={data.members} />
            <History actions={data.actions} />
          </SimpleGrid>
          {isToppingUp && <TopUp account={data.account} onClose={() => setToppingUp(false)} />}
        </>
      )}
    </Page>
  )
}

function MakeReal({ account }: Pick<AccountDetail, 'account'>) {
  const text = useTexts(accountsTexts)
  const change = useOperatorChange('/operator/accounts/:account/make-real')
  return (
    <ConfirmButton
      label={text.makeReal}
      button={{ size: 'sm', variant: 'light' }}
      question={text.makeRealQuestion(account.email)}
      onConfirm={() => change.mutateAsync({ account: account.id })}
      errorTexts={accountProblems}
    >
      {text.makeRealAbout}
    </ConfirmButton>
  )
}

function Blocking({ account }: Pick<AccountDetail, 'account'>) {
  const text = useTexts(accountsTexts)
  const status = useOperatorChange('/operator/accounts/:account/status')
  if (account.status === 'blocked') {
    return (
      <>
        <Button
          variant="default"
          loading={status.isPending}
          onClick={() => status.mutate({ account: account.id, status: 'active' })}
        >
          {text.unblock}
        </Button>
        <ErrorNote error={status.error} errorTexts={accountProblems} />
      </>
    )
  }
  return (
    <ConfirmButton
      label={text.block}
      button={{ size: 'sm', variant: 'light' }}
      question={text.blockQuestion(account.email)}
      onConfirm={() => status.mutateAsync({ account: account.id, status: 'blocked' })}
    >
      {text.blockAbout}
    </ConfirmButton>
  )
}

function Summary({ detail: { account, tariffs, cap } }: { readonly detail: AccountDetail }) {
  const text = useTexts(accountsTexts)
  const formats = useFormats()
  const tariff = useOperatorChange('/operator/accounts/:account/tariff')
  const phone = useOperatorChange('/operator/accounts/:account/phone-confirmed')
  return (
    <Paper withBorder p="md" component="section" aria-label={text.settings}>
      <Group gap="10px 32px" align="flex-start">
        <SmallFigure name={text.id}>
          <Group gap={2}>
            {account.id}
            <CopyButton value={String(account.id)} what={text.theId} />
          </Group>
        </SmallFigure>
        <SmallFigure name={text.status}>
          <Badge color={account.status === 'active' ? 'teal' : 'red'}>{text.statuses[account.status]}</Badge>
        </SmallFigure>
        <SmallFigure name={text.balance}>{formats.money(account.balance)}</SmallFigure>
        <SmallFigure name={text.held}>{formats.money(account.held)}</SmallFigure>
        <SmallFigure name={text.cap}>
          <Cap cap={cap} />
        </SmallFigure>
        <SmallFigure name={text.created}>
          <Moment at={account.createdAt} />
        </SmallFigure>
      </Group>
      <Group gap="10px 32px" mt="md" align="flex-end">
        <NativeSelect
          label={text.tariff}
          value={account.tariff}
          data={tariffs.map(({ code, name }) => ({
            value: code,
            label: `${formats.tariff(name)} (${code})`,
          }))}
          onChange={(event) => tariff.mutate({ account: account.id, tariff: event.currentTarget.value })}
        />
        <Switch
          label={text.phoneConfirmed}
          description={text.phoneConfirmedAbout}
          checked={account.phoneConfirmed}
          onChange={(event) => phone.mutate({ account: account.id, confirmed: event.currentTarget.checked })}
        />
      </Group>
      <ErrorNote error={tariff.error ?? phone.error} />
    </Paper>
  )
}

function People({ members }: Pick<AccountDetail, 'members'>) {
  const text = useTexts(accountsTexts)
  return (
    <Section title={text.members}>
      <DataTable
        label={text.members}
        rows={members}
        keyOf={({ email }) => email}
        empty={<Text size="sm">{text.noMembers}</Text>}
        columns={[
          { title: text.email, value: ({ email }) => email, card: 'title' },
          {
            title: text.role,
            card: 'corner',
            sortBy: ({ role }) => text.roles[role],
            cell: ({ role }) => <Badge color="gray">{text.roles[role]}</Badge>,
          },
        ]}
      />
    </Section>
  )
}

function History({ actions }: Pick<AccountDetail, 'actions'>) {
  const text = useTexts(accountsTexts)
  const { language } = useLanguage()
  return (
    <Section title={text.history}>
      <DataTable
        label={text.history}
        rows={actions.map((action, index) => ({ ...action, index }))}
        keyOf={({ index }) => index}
        empty={<Text size="sm">{text.noHistory}</Text>}
        columns={[
          { title: text.time, card: 'corner', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          {
            title: text.kind,
            card: 'title',
            cell: ({ words }) => words[language],
          },
        ]}
      />
    </Section>
  )
}
