import { Anchor, Button, Loader, Stack, Text, TextInput, Title } from '@mantine/core'
import type { CodeCheckView, DialledView, VerificationDetail } from '@ringkey/server/cabinet-api'
import { IconCheck, IconPhoneCall, IconPhoneOutgoing, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { write } from '../../api/client.ts'
import { useFirstSteps } from '../../api/first-steps.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { verificationKey } from '../verifications/use-verification.ts'
import { spelled } from './number.tsx'
import classes from './sign-in-site.module.css'
import type { SiteMode } from './site-mode.ts'
import { siteTexts } from './site-texts.ts'
import { verificationProblems } from './texts.ts'

/** The stages of the imagined sign-in: the number, the code or the call, and inside. */

export function AskPhone(props: {
  readonly phone: string
  readonly mode: SiteMode
  readonly error: unknown
  readonly isBusy: boolean
  readonly onChange: (phone: string) => void
  readonly onSubmit: () => void
}) {
  const text = useTexts(siteTexts)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onSubmit()
  }
  const isInbound = props.mode === 'inbound'
  return (
    <Stage title={text.signIn} lead={text.noPassword}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={text.phone}
            size="md"
            inputMode="tel"
            autoComplete="off"
            maxLength={24}
            value={props.phone}
            onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
          />
          <Button
            type="submit"
            size="md"
            fullWidth
            loading={props.isBusy}
            leftSection={isInbound ? <IconPhoneOutgoing size={18} /> : <IconPhoneCall size={18} />}
          >
            {isInbound ? text.iWillCall : text.callMe}
          </Button>
          <ErrorNote error={props.error} own={verificationProblems} />
        </Stack>
      </form>
    </Stage>
  )
}

/** The code goes to the check as soon as its last digit is typed. */
export function AskCode(props: {
  readonly detail: VerificationDetail
  readonly mode: SiteMode
  readonly onAgain: () => void
}) {
  const text = useTexts(siteTexts)
  const client = useQueryClient()
  const { detail, mode } = props
  const [code, setCode] = useState('')
  const isRinging = detail.steps.some(({ status }) => status === 'started')
  const check = useMutation({
    mutationFn: (typed: string) => write<CodeCheckView>(`/verifications/${detail.id}/check`, { code: typed }),
    onSuccess: ({ verification }) => {
      setCode('')
      client.setQueryData(verificationKey(detail.id), verification)
    },
  })
  const type = (typed: string) => {
    const digits = typed.replace(/\D/g, '').slice(0, detail.codeLength)
    setCode(digits)
    if (digits.length === detail.codeLength && !check.isPending) check.mutate(digits)
  }
  return (
    <Stage
      title={isRinging ? text.typeCode : text.afterCall}
      lead={isRinging ? text.codeHint[mode] : text.afterCallHint[mode]}
    >
      <TextInput
        label={text.code}
        size="lg"
        inputMode="numeric"
        autoComplete="one-time-code"
        classNames={{ input: classes.code! }}
        placeholder={'•'.repeat(detail.codeLength)}
        value={code}
        readOnly={check.isPending}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        error={check.data?.isRight === false ? text.wrong(detail.attemptsLeft) : undefined}
      />
      <ErrorNote error={check.error} own={verificationProblems} />
      <Again onAgain={props.onAgain} />
    </Stage>
  )
}

/** The person calls a number; nobody answers, and nobody pays. */
export function WaitForCall(props: {
  readonly detail: VerificationDetail
  readonly from: string
  readonly onAgain: () => void
}) {
  const text = useTexts(siteTexts)
  const number = props.detail.steps.find(({ confirmationNumber }) => confirmationNumber !== null)
  const to = number?.confirmationNumber ?? ''
  const dial = useMutation({ mutationFn: () => write<DialledView>('/phone/dial', { from: props.from, to }) })
  return (
    <Stage title={text.callUs} lead={text.callUsHint}>
      <Text className={classes.confirmation!}>{to === '' ? '…' : spelled(to)}</Text>
      <Button
        size="md"
        fullWidth
        disabled={to === ''}
        loading={dial.isPending}
        leftSection={<IconPhoneOutgoing size={18} />}
        onClick={() => dial.mutate()}
      >
        {text.dialHere}
      </Button>
      <Text size="sm" c="dimmed" ta="center">
        <Loader size={12} mr={6} aria-hidden />
        {text.waiting}
      </Text>
      <ErrorNote error={dial.error} own={verificationProblems} />
      <Again onAgain={props.onAgain} />
    </Stage>
  )
}

export function SignedIn({ detail, onAgain }: Ended) {
  const text = useTexts(siteTexts)
  const { data: first } = useFirstSteps()
  return (
    <div className={classes.end} role="status">
      <span className={classes.mark}>
        <IconCheck size={34} aria-hidden />
      </span>
      <Title order={2}>{text.inside}</Title>
      <Text c="dimmed">{text.confirmed(detail.phoneMask)}</Text>
      <Button variant="default" onClick={onAgain}>
        {text.again}
      </Button>
      {first?.steps != null && (
        <Anchor component={Link} href="/" size="sm">
          {text.nextStep}
        </Anchor>
      )}
    </div>
  )
}

export function NotIn({ detail, onAgain }: Ended) {
  const text = useTexts(siteTexts)
  return (
    <div className={classes.end} role="status">
      <span className={classes.mark} data-failed>
        <IconX size={34} aria-hidden />
      </span>
      <Title order={2}>{text.notInside}</Title>
      <Text c="dimmed">{text.ends[detail.status] ?? detail.status}</Text>
      <Button onClick={onAgain}>{text.again}</Button>
    </div>
  )
}

interface Ended {
  readonly detail: VerificationDetail
  readonly onAgain: () => void
}

function Stage(props: { readonly title: string; readonly lead: string; readonly children: ReactNode }) {
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} className={classes.title!}>
          {props.title}
        </Title>
        <Text size="sm" c="dimmed">
          {props.lead}
        </Text>
      </div>
      {props.children}
    </Stack>
  )
}

function Again({ onAgain }: { readonly onAgain: () => void }) {
  const text = useTexts(siteTexts)
  return (
    <Anchor component="button" type="button" size="sm" onClick={onAgain}>
      {text.another}
    </Anchor>
  )
}
