import { Box, Group, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Answer } from '@ringkey/server/cabinet-api'
import { Suspense, useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { MeContext } from '../api/me.ts'
import { useTexts } from '../language/language.tsx'
import { TimeZoneContext } from '../language/use-time-zone.ts'
import { isInConsole } from '../pages/console-path.ts'
import { Pages } from '../pages/pages.tsx'
import { openName } from '../parts/detail-link.tsx'
import { FailedPageNote } from '../parts/failed-page.tsx'
import { lazily } from '../parts/lazily.ts'
import { useAskBeforeLeaving } from '../parts/unsaved.ts'
import { ChosenServiceProvider } from './chosen-service.tsx'
import { DemoStrip } from './demo-strip.tsx'
import { useEarlyLetters } from './early-letters.ts'
import { FactorStep } from './factor-step.tsx'
import classes from './frame.module.css'
import { Keyboard } from './keyboard.tsx'
import { Notices } from './notices.tsx'
import { PhoneStep } from './phone-step.tsx'
import { ProofGate } from './proof-gate.tsx'
import { Rail, SectionTabs } from './rail.tsx'
import { SilenceStrip } from './silence-strip.tsx'
import { LanguageSwitch, ThemeSwitch } from './switches.tsx'
import { barTexts } from './texts.ts'
import { TimeZoneName, TopBar } from './top-bar.tsx'

const Panel = lazily(() => import('../pages/verifications/detail/panel.tsx'))
const Palette = lazily(() => import('./palette.tsx'))

const demoStripHeight = 28
const barHeight = 52

/** The rail at the left, the bar at the top, the page between. */
export default function Frame({ me }: { readonly me: Answer<'/me'> }) {
  const text = useTexts(barTexts)
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const [isFinding, finding] = useDisclosure(false)
  const [location] = useLocation()
  const main = useRef<HTMLDivElement>(null)
  /** What is typed while the palette loads. */
  const early = useRef('')
  useAskBeforeLeaving()
  const isDemoAccount = me.account?.demo === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => {
    close()
    main.current?.scrollTo(0, 0)
  }, [location])
  return (
    <MeContext value={me}>
      <TimeZoneContext value={isInConsole(location) ? null : me.timeZone}>
        <ChosenServiceProvider>
          <Keyboard onFind={finding.open} isOff={isFinding} />
          {isFinding && (
            <Suspense fallback={<EarlyLetters into={early} />}>
              <Palette
                typedEarly={early}
                onClose={() => {
                  early.current = ''
                  finding.close()
                }}
              />
            </Suspense>
          )}
          <Notices />
          <ProofGate />
          <a href="#page" className={classes.skip}>
            {text.skip}
          </a>
          <Box
            className={isInConsole(location) ? `${classes.frame} ${classes.console}` : classes.frame!}
            __vars={{ '--header-height': `${barHeight + (isDemoAccount ? demoStripHeight : 0)}px` }}
          >
            <header className={classes.header}>
              {isDemoAccount && <DemoStrip height={demoStripHeight} isOver={!me.demo} />}
              <TopBar height={barHeight} isDrawerOpen={isOpen} onDrawer={toggle} onFind={finding.open} />
            </header>
            <div className={classes.drawer} data-closed={!isOpen}>
              <Rail />
              <Group hiddenFrom="sm" gap="xs" pt="xs" className={classes.switches!}>
                <LanguageSwitch />
                <ThemeSwitch />
                <TimeZoneName />
              </Group>
            </div>
            <main ref={main} id="page" tabIndex={-1}>
              <Box maw={1280} mx="auto">
                {me.account?.permissions.includes('read') && <SilenceStrip />}
                <FactorStep />
                <PhoneStep />
                <SectionTabs />
                <BesidePage />
                <FailedPageNote address={location}>
                  <Suspense fallback={<PageSkeleton />}>
                    <Pages />
                  </Suspense>
                </FailedPageNote>
              </Box>
            </main>
          </Box>
        </ChosenServiceProvider>
      </TimeZoneContext>
    </MeContext>
  )
}

/** What the address has open in the panel. */
function BesidePage() {
  const id = new URLSearchParams(useSearch()).get(openName)
  if (id === null) return null
  return (
    <FailedPageNote address={id}>
      <Suspense>
        <Panel id={id} />
      </Suspense>
    </FailedPageNote>
  )
}

function EarlyLetters({ into }: { readonly into: { current: string } }) {
  useEarlyLetters((letter) => {
    into.current += letter
  })
  return null
}

function PageSkeleton() {
  return (
    <Stack>
      <Skeleton h={28} w={200} />
      <Skeleton h={120} />
      <Skeleton h={320} />
    </Stack>
  )
}
