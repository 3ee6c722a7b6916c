import { Skeleton } from '@mantine/core'
import { useRead } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Page } from '../../parts/page.tsx'
import { navigationTexts } from '../texts.ts'
import { Confirmation } from './confirmation.tsx'
import { Coverage } from './coverage.tsx'
import { Ranges } from './ranges.tsx'

export default function PoolsPage() {
  const names = useTexts(navigationTexts)
  const { data, error, isPending } = useRead('/operator/pools')
  return (
    <Page title={names.pools}>
      <ErrorNote error={error} />
      {isPending && <Skeleton h={460} />}
      {data !== undefined && (
        <>
          <Coverage pools={data} />
          <Ranges pools={data} />
          <Confirmation pools={data} />
        </>
      )}
    </Page>
  )
}
