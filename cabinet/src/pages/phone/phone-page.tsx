import { Alert, Button, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useMay, useMe } from '../../api/me.ts'
import { useTexts } from '../../language/language.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { IconBell, IconBellOff } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { Handset } from './handset.tsx'
import { History } from './history.tsx'
import classes from './phone.module.css'
import { SignInSite } from './sign-in-site.tsx'
import { startBell } from './sound.ts'
import { phoneTexts } from './texts.ts'
import { usePhone } from './use-phone.ts'

/** A phone to try Ringkey on: it rings when the simulated carrier is called. */
export default function PhonePage() {
  const text = useTexts(phoneTexts)
  const [isLoud, setLoud] = useState(false)
  const { calls, isConnected, problem } = usePhone(isLoud)
  const isDemoAccount = useMe().account?.demo === true
  const mayRing = useMay('change-services') && isDemoAccount
  const phone = useRef<HTMLDivElement>(null)
  const isRinging = calls?.some(({ state, direction }) => state === 'ringing' && direction === 'in') === true
  useEffect(() => (isLoud && isRinging ? startBell() : undefined), [isLoud, isRinging])

  if (problem !== null) {
    return (
      <Page title={text.title}>
        <EmptyState title={text.noPhone}>{text.noPhoneWhy}</EmptyState>
      </Page>
    )
  }
  return (
    <Page
      title={text.title}
      actions={
        <Button
          variant="default"
          size="xs"
          aria-pressed={isLoud}
          onClick={() => setLoud(!isLoud)}
          leftSection={isLoud ? <IconBell size={16} /> : <IconBellOff size={16} />}
        >
          {isLoud ? text.soundOn : text.soundOff}
        </Button>
      }
    >
      <Text c="dimmed">{text.intro}</Text>
      {!isConnected && (
        <Alert color="yellow" variant="light" role="status">
          {text.offline}
        </Alert>
      )}
      <div className={classes.page}>
        {/* On a narrow screen the phone is below the form: after a press the page scrolls to the ringing phone. */}
        {mayRing && <SignInSite onRung={() => phone.current?.scrollIntoView({ block: 'nearest' })} />}
        <div ref={phone} className={classes.place}>
          <Handset calls={calls ?? []} />
        </div>
      </div>
      <History calls={calls} />
    </Page>
  )
}
