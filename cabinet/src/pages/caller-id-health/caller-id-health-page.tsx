import { Skeleton } from '@mantine/core'
import { useRead } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Page } from '../../parts/page.tsx'
import { navigationTexts } from '../texts.ts'
import { Quarantines } from './quarantines.tsx'
import { Ranges } from './ranges.tsx'
import { Rights } from './rights.tsx'

/** How people and networks take the calling numbers, and what these carry. */
export default function CallerHealthPage() {
  const names = useTexts(navigationTexts)
  const { data, error, isPending } = useRead('/operator/caller-id-health')
  return (
    <Page title={names.callerIdHealth}>
      <ErrorNote error={error} />
      {isPending && <Skeleton h={460} />}
      {data !== undefined && (
        <>
          <Ranges health={data} />
          <Quarantines health={data} />
          <Rights rights={data.rights} />
        </>
      )}
    </Page>
  )
}
