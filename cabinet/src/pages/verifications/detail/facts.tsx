import type { VerificationDetail } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { Copied, Fact, FactList } from '../../calls/detail/fact-list.tsx'
import { TestBadge } from '../list/test-badge.tsx'
import { verificationDetailTexts } from './texts.ts'

export function PhoneFacts({ detail }: { readonly detail: VerificationDetail }) {
  const text = useTexts(verificationDetailTexts)
  const words = useTexts(terms)
  const formats = useFormats()
  const { operator, portedTo, checks, attempts, consent, metadata } = detail
  const metadataText = Object.entries(metadata)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')
  const consentText =
    consent === null ? '' : [consent.at, consent.ip, consent.text].filter(Boolean).join(', ')
  return (
    <FactList>
      <Fact name={text.phone}>
        {detail.phoneMask}
        {detail.test && <TestBadge />}
      </Fact>
      <Fact name={text.checks}>{text.checksOf(checks.length, attempts)}</Fact>
      <Fact name={text.maxCost}>{detail.maxCost !== null && formats.price(detail.maxCost)}</Fact>
      <Fact name={text.client}>
        {detail.client && <Copied value={detail.client} what={text.theClient} />}
      </Fact>
      <Fact name={text.service}>{`${detail.serviceName} · ${detail.serviceId}`}</Fact>
      <Fact name={text.country}>{formats.country(detail.country)}</Fact>
      <Fact name={text.operator}>
        {portedTo === '' ? operator : text.ported(operator || words.unknown, portedTo)}
      </Fact>
      <Fact name={text.region}>{formats.region(detail.region)}</Fact>
      <Fact name={text.codeLength}>{String(detail.codeLength)}</Fact>
      <Fact name={text.language}>{detail.language}</Fact>
      <Fact name={text.ip}>{detail.ip}</Fact>
      <Fact name={text.metadata}>{metadataText}</Fact>
      <Fact name={text.consent}>{consentText}</Fact>
    </FactList>
  )
}
