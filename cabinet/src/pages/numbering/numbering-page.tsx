import { Text } from '@mantine/core'
import { useNumbering } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { ConsolePage } from '../console-page.tsx'
import { Lookup } from './lookup.tsx'
import { NumberingSection } from './numbering-data.tsx'
import { numberingTexts } from './texts.ts'

export default function NumberingPage() {
  const text = useTexts(numberingTexts)
  return (
    <ConsolePage name="numbering" from={useNumbering()} height={400}>
      {(data) => (
        <>
          <Lookup />
          {data.lookupService && <Text size="sm">{text.lookupService}</Text>}
          <NumberingSection data="registry" view={data} />
          <NumberingSection data="porting" view={data} />
        </>
      )}
    </ConsolePage>
  )
}
