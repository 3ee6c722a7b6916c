import { Skeleton, Text } from '@mantine/core'
import { useNumbering } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Page } from '../../parts/page.tsx'
import { navigationTexts } from '../texts.ts'
import { Lookup } from './lookup.tsx'
import { NumberingSection } from './numbering-data.tsx'
import { numberingTexts } from './texts.ts'

export default function NumberingPage() {
  const names = useTexts(navigationTexts)
  const text = useTexts(numberingTexts)
  const { data, error, isPending } = useNumbering()
  return (
    <Page title={names.numbering}>
      <ErrorNote error={error} />
      {isPending && <Skeleton h={400} />}
      {data !== undefined && (
        <>
          <Lookup />
          {data.lookupService && <Text size="sm">{text.lookupService}</Text>}
          <NumberingSection data="registry" view={data} />
          <NumberingSection data="porting" view={data} />
        </>
      )}
    </Page>
  )
}
