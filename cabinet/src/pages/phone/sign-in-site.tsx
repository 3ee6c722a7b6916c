import { Anchor, Group, SegmentedControl, Text } from '@mantine/core'
import type { VerificationDetail } from '@ringkey/server/cabinet-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { ApiProblem, write } from '../../api/client.ts'
import { useServices } from '../../api/services.ts'
import { useTexts } from '../../language/language.tsx'
import { interfaceSpelling } from '../../parts/interface-spelling.ts'
import { TextLink } from '../../parts/text-link.tsx'
import { useVerification, verificationKey } from '../verifications/use-verification.ts'
import classes from './sign-in-site.module.css'
import { type SiteMode, siteModes } from './site-mode.ts'
import { AskPhone, Confirm, SignedIn } from './site-stages.tsx'
import { siteTexts } from './site-texts.ts'

/** Another number each time: one is not called twice within 15 seconds, and visitors of a demo do not share one. */
function anotherNumber(): string {
  return `7916${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`
}

/** The sign-in form of an imagined site. The phone beside it belongs to the person who signs in. */
export function SignInSite({ onRung }: { readonly onRung: () => void }) {
  const text = useTexts(siteTexts)
  const service = useServices().data?.find(({ status }) => status === 'active')
  const [mode, setMode] = useState<SiteMode>('flash')
  const [phone, setPhone] = useState(anotherNumber)
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: async (chosen: SiteMode) => {
      if (service === undefined) throw new ApiProblem(409, { code: 'no-service-to-call', message: '' })
      const created = await write('/verifications', {
        serviceId: service.id,
        steps: [chosen],
        phone: interfaceSpelling(phone),
      })
      client.setQueryData(verificationKey(created.id), created)
      return { id: created.id, token: created.clientToken, mode: chosen }
    },
    onSuccess: (made) => {
      if (made.mode !== 'inbound') onRung()
    },
  })
  const { detail } = useVerification(start.data?.id)
  const again = () => {
    start.reset()
    setPhone(anotherNumber())
  }
  const choose = (chosen: string) => {
    if (detail !== undefined) again()
    setMode(chosen as SiteMode)
  }
  return (
    <div className={classes.place}>
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          aria-label={text.mode}
          size="xs"
          value={mode}
          onChange={choose}
          data={siteModes.map((value) => ({ value, label: text.modes[value] }))}
        />
      </Group>
      <section className={classes.window} aria-label={text.site}>
        <div className={classes.bar} aria-hidden>
          <span className={classes.dots}>
            <i />
            <i />
            <i />
          </span>
          <span className={classes.address}>shop.example/sign-in</span>
        </div>
        <div className={classes.body}>
          {detail === undefined ? (
            <AskPhone
              phone={phone}
              mode={mode}
              error={start.error}
              isBusy={start.isPending}
              onChange={setPhone}
              onSubmit={() => start.mutate(mode)}
            />
          ) : detail.status === 'approved' ? (
            <SignedIn detail={detail} onAgain={again} />
          ) : (
            <Confirm
              detail={detail}
              token={start.data!.token}
              from={interfaceSpelling(phone).replace(/\D/g, '')}
              onAgain={again}
            />
          )}
        </div>
      </section>
      <Text variant="hint" className={classes.below!}>
        {detail === undefined ? text.modesHint[mode] : <Behind detail={detail} />}
      </Text>
    </div>
  )
}

/** What Ringkey keeps about it. */
function Behind({ detail }: { readonly detail: VerificationDetail }) {
  const text = useTexts(siteTexts)
  return (
    <Group gap="sm" component="span">
      <TextLink href={`/verifications/${detail.id}`}>{text.verification}</TextLink>
      {detail.steps.map(
        ({ vendorId }) =>
          vendorId !== null && (
            <Anchor key={vendorId} component={Link} href={`/verifications/${vendorId}`} size="sm">
              {text.callOf(vendorId)}
            </Anchor>
          ),
      )}
    </Group>
  )
}
