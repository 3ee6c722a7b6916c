import { Skeleton } from '@mantine/core'
import { useNumberHealth } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Page } from '../../parts/page.tsx'
import { navigationTexts } from '../texts.ts'
import { Codes } from './codes.tsx'
import { FurtherRange } from './further-range.tsx'
import { Ranges } from './ranges.tsx'
import { Rests } from './rests.tsx'
import { Rights } from './rights.tsx'
import { TrunkLoad } from './trunk-load.tsx'

/** How calling numbers fare against their siblings, and what the pool lacks. */
export default function NumberHealthPage() {
  const names = useTexts(navigationTexts)
  const { data, error, isPending } = useNumberHealth()
  return (
    <Page title={names.numberHealth}>
      <ErrorNote error={error} />
      {isPending && <Skeleton h={460} />}
      {data !== undefined && (
        <>
          <Ranges health={data} />
          <Rests health={data} />
          <TrunkLoad trunks={data.trunks} />
          <Codes codes={data.codes} />
          <FurtherRange trunks={data.trunks} />
          <Rights rights={data.rights} />
        </>
      )}
    </Page>
  )
}
