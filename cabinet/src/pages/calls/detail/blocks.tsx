import { Stack, Text, Title } from '@mantine/core'
import type { CallDetail } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../../language/language.tsx'
import { Fact, FactList } from './fact-list.tsx'
import { detailTexts } from './texts.ts'

/** Networks that stopped the call, and whom they name. A network wrote it: text, and no link to follow. */
export function Blocks({ attempts }: Pick<CallDetail, 'attempts'>) {
  const text = useTexts(detailTexts)
  return attempts.map(({ block }, index) =>
    block === undefined ? null : (
      <Stack key={String(index)} gap="xs">
        <Title order={2}>{text.blocks[block.kind]}</Title>
        <FactList>
          <Fact name={text.redressUrl}>{block.url}</Fact>
          <Fact name={text.redressTel}>{block.tel}</Fact>
          <Fact name={text.redressMail}>{block.email}</Fact>
          <Fact name={text.jcard}>{block.jcard}</Fact>
          <Fact name={text.blockLocation}>{block.location}</Fact>
        </FactList>
        <Text variant="note">{text.aboutBlock}</Text>
      </Stack>
    ),
  )
}
