import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import type { VerificationDetail } from '@ringkey/server/cabinet-api'
import { useFirstSteps } from '../../api/first-steps.ts'
import { useWrite } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Form } from '../../parts/form.tsx'
import { IconCheck, IconPhoneCall, IconPhoneOutgoing } from '../../parts/icons.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { VerifyForm } from '../verifications/verify-form.tsx'
import classes from './sign-in-site.module.css'
import type { SiteMode } from './site-mode.ts'
import { siteTexts } from './site-texts.ts'
import { verificationProblems } from './texts.ts'

/** The stages of the imagined sign-in: the number, the form of the verification, and inside. */

export function AskPhone(props: {
  readonly phone: string
  readonly mode: SiteMode
  readonly error: unknown
  readonly isBusy: boolean
  readonly onChange: (phone: string) => void
  readonly onSubmit: () => void
}) {
  const text = useTexts(siteTexts)
  const isInbound = props.mode === 'inbound'
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} className={classes.title!}>
          {text.signIn}
        </Title>
        <Text variant="hint">{text.noPassword}</Text>
      </div>
      <Form onSubmit={() => props.onSubmit()}>
        <Stack gap="sm">
          <TextInput
            label={text.phone}
            size="md"
            inputMode="tel"
            maxLength={24}
            {...bindText(props.phone, props.onChange)}
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
          <ErrorNote error={props.error} errorTexts={verificationProblems} />
        </Stack>
      </Form>
    </Stack>
  )
}

/** The form of every integrator, and beside it the demo phone for the call that the person makes. */
export function Confirm(props: {
  readonly detail: VerificationDetail
  readonly token: string
  readonly from: string
  readonly onAgain: () => void
}) {
  const text = useTexts(siteTexts)
  const { detail, token, from } = props
  const waiting = detail.steps.find(({ mode, status }) => mode === 'inbound' && status === 'started')
  const to = waiting?.confirmationNumber ?? ''
  const dial = useWrite('/phone/dial')
  return (
    <Stack gap="sm">
      <Title order={2} className={classes.title!}>
        {text.signIn}
      </Title>
      <VerifyForm id={detail.id} token={token} />
      {to !== '' && (
        <Button
          variant="default"
          size="md"
          fullWidth
          loading={dial.isPending}
          leftSection={<IconPhoneOutgoing size={18} />}
          onClick={() => dial.mutate({ from, to })}
        >
          {text.dialHere}
        </Button>
      )}
      <ErrorNote error={dial.error} errorTexts={verificationProblems} />
      <Anchor component="button" type="button" size="sm" onClick={props.onAgain}>
        {text.another}
      </Anchor>
    </Stack>
  )
}

export function SignedIn({
  detail,
  onAgain,
}: {
  readonly detail: VerificationDetail
  readonly onAgain: () => void
}) {
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
      {first?.steps != null && <TextLink href="/">{text.nextStep}</TextLink>}
    </div>
  )
}
