import { Text } from '@mantine/core'
import type { CallDetail } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { DetailLink } from '../../../parts/detail-link.tsx'
import { TextLink } from '../../../parts/text-link.tsx'
import { HiddenCode } from '../../verifications/list/hidden-code.tsx'
import { TestBadge } from '../../verifications/list/test-badge.tsx'
import { Copied, Fact, FactList } from './fact-list.tsx'
import { detailTexts } from './texts.ts'

export function Facts({ detail }: { readonly detail: CallDetail }) {
  const text = useTexts(detailTexts)
  const words = useTexts(terms)
  const formats = useFormats()
  const { firstVendorId, repeats } = detail
  return (
    <FactList>
      <Fact name={text.phone}>
        {detail.phoneMask}
        {detail.test && <TestBadge />}
      </Fact>
      <Fact name={text.mode}>{words.modes[detail.mode]}</Fact>
      <Fact name={text.code}>{detail.mayShowCode && <HiddenCode line={detail} />}</Fact>
      <Fact name={text.client}>
        {detail.client && <Copied value={detail.client} what={text.theClient} />}
      </Fact>
      <Fact name={text.unique}>
        {detail.unique && <Copied value={detail.unique} what={text.theUnique} />}
      </Fact>
      <Whose detail={detail} />
      <Fact name={text.country}>{formats.country(detail.country)}</Fact>
      <NetworkFact detail={detail} />
      <Fact name={text.region}>{formats.region(detail.region)}</Fact>
      <Fact name={text.toRing}>{detail.timeToRingMs !== null && formats.seconds(detail.timeToRingMs)}</Fact>
      <Fact name={text.rang}>{!!detail.ringMs && formats.seconds(detail.ringMs)}</Fact>
      <Fact name={text.number}>{detail.confirmationNumber}</Fact>
      <Fact name={text.callback}>{detail.callbackUrl}</Fact>
      <Fact name={text.repeatOf}>{firstVendorId !== null && <Other id={firstVendorId} />}</Fact>
      <Fact name={text.repeats}>{repeats.length > 0 && repeats.map((id) => <Other key={id} id={id} />)}</Fact>
    </FactList>
  )
}

/** The service, and for operators the customer and the trunks too. */
export function Whose({
  detail: { serviceName, serviceId, origin },
}: {
  readonly detail: Pick<CallDetail, 'serviceName' | 'serviceId' | 'origin'>
}) {
  const text = useTexts(detailTexts)
  return (
    <>
      <Fact name={text.customer}>
        {origin && <TextLink href={`/console/accounts/${origin.accountId}`}>{origin.customer}</TextLink>}
      </Fact>
      <Fact name={text.service}>{`${serviceName} · ${serviceId}`}</Fact>
      <Fact name={text.trunk}>{origin?.trunks.join(', ') ?? null}</Fact>
    </>
  )
}

/** The brand, and in small print the company that has the number. */
export function NetworkFact({
  detail: { operator, registryOperator, portedTo },
}: {
  readonly detail: Pick<CallDetail, 'operator' | 'registryOperator' | 'portedTo'>
}) {
  const text = useTexts(detailTexts)
  const { unknown } = useTexts(terms)
  const formats = useFormats()
  const [network, company, newNetwork] = [operator, registryOperator, portedTo].map(formats.network)
  return (
    <Fact name={text.operator}>
      {network || unknown}
      <Text variant="note">
        {portedTo === '' ? company !== network && company : text.ported(company || unknown, newNetwork!)}
      </Text>
    </Fact>
  )
}

const Other = ({ id }: { readonly id: number }) => (
  <>
    <DetailLink id={id}>{id}</DetailLink>{' '}
  </>
)
