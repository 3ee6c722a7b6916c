import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useAlarms } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Page } from '../../parts/page.tsx'
import { navigationTexts } from '../texts.ts'
import { OpenAlarms } from './open-alarms.tsx'
import { PastAlarms } from './past-alarms.tsx'
import { Receivers } from './receivers.tsx'
import { type SilencedAlarms, SilenceForm } from './silence-form.tsx'
import { Silences } from './silences.tsx'

const anyAlarm: SilencedAlarms = { kind: '', subject: '' }

export default function AlarmsPage() {
  const names = useTexts(navigationTexts)
  const [silencing, setSilencing] = useState<SilencedAlarms | null>(null)
  const { data, error, isPending } = useAlarms()
  return (
    <Page title={names.alarms}>
      <ErrorNote error={error} />
      {isPending && <Skeleton h={400} />}
      {data !== undefined && (
        <>
          <OpenAlarms open={data.open} onSilence={({ kind, subject }) => setSilencing({ kind, subject })} />
          <Receivers view={data} />
          <Silences silences={data.silences} onAdd={() => setSilencing(anyAlarm)} />
          <PastAlarms />
        </>
      )}
      {silencing !== null && <SilenceForm about={silencing} onClose={() => setSilencing(null)} />}
    </Page>
  )
}
