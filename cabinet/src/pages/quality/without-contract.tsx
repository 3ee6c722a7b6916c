import { Alert, Stack, Text } from '@mantine/core'
import { useRead } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { rangeText } from '../pools/codes.ts'
import { contractTexts } from '../pools/contract-texts.ts'

const maxShown = 5

/** Calling numbers about which a network that wants contracts has no valid one. */
export function WithoutContract() {
  const text = useTexts(contractTexts)
  const formats = useFormats()
  const { data } = useRead('/operator/contracts')
  if (data === undefined || data.lacking.length === 0) return null
  return (
    <Alert color="orange" title={text.lacking} role="region" aria-label={text.lacking}>
      <Stack gap={4}>
        {data.lacking.slice(0, maxShown).map(({ network, trunk, first, last, ended }) => (
          <Text size="sm" key={`${network} ${trunk} ${first}`}>
            {network === '' ? text.carrierOf(trunk) : formats.network(network)}: {rangeText(first, last)},{' '}
            {ended === null ? text.neverHad : text.hasEnded(ended.document, ended.lastDay)}
          </Text>
        ))}
        <TextLink href="/console/pools">{text.seeContracts}</TextLink>
      </Stack>
    </Alert>
  )
}
