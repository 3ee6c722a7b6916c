import { Stack, Title } from '@mantine/core'
import type { VerificationDetail } from '@ringkey/server/cabinet-api'
import { Fragment } from 'react'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { CurlRequest } from '../../../parts/curl-request.tsx'
import { requestCurl } from '../../../parts/request-curl.ts'
import { Blocks } from '../../calls/detail/blocks.tsx'
import { Caller } from '../../calls/detail/caller.tsx'
import { Copied, Fact, FactList } from '../../calls/detail/fact-list.tsx'
import { NetworkFact, Whose } from '../../calls/detail/facts.tsx'
import { detailTexts } from '../../calls/detail/texts.ts'
import { TestBadge } from '../list/test-badge.tsx'
import { CaptureMenu } from './capture-menu.tsx'
import { useSentences } from './sentences.ts'
import { SipDialogue } from './sip-dialogue.tsx'
import { Summary } from './summary.tsx'
import { verificationDetailTexts } from './texts.ts'
import { Timeline } from './timeline.tsx'

interface Props {
  readonly detail: VerificationDetail
}

/** What happened to a verification of `/v2`, step by step, with the messages of each call. */
export function VerificationHistory({ detail, isOfCustomer }: Props & { readonly isOfCustomer: boolean }) {
  const text = useTexts(verificationDetailTexts)
  const ofCall = useTexts(detailTexts)
  const words = useTexts(terms)
  return (
    <>
      <Summary
        line={detail}
        sentence={useSentences().end(detail)}
        timeline={<Timeline detail={detail} />}
        warning={detail.steps.some(({ suspect }) => suspect) && ofCall.suspect}
        money={{
          cost: detail.cost,
          isHeld: detail.steps.some(({ isHeld }) => isHeld),
          calls: isOfCustomer ? [] : detail.steps.flatMap(({ vendorId }) => vendorId ?? []),
        }}
      />
      {detail.steps.map(({ mode, vendorId, attempts, identity }, index) => (
        <Fragment key={vendorId ?? `planned ${String(index)}`}>
          <Caller caller={identity} />
          <Blocks attempts={attempts} />
          <SipDialogue
            title={`${ofCall.ladder}: ${text.step(index + 1, words.modes[mode])}`}
            attempts={attempts}
            capture={isOfCustomer && vendorId !== null && <CaptureMenu vendorId={String(vendorId)} />}
          />
        </Fragment>
      ))}
    </>
  )
}

export function VerificationFacts({ detail }: Props) {
  const text = useTexts(verificationDetailTexts)
  return (
    <>
      <Stack gap="xs">
        <Title order={2}>{text.facts}</Title>
        <PhoneFacts detail={detail} />
      </Stack>
      <CurlRequest request={requestAsCurl(detail)} />
    </>
  )
}

/** The request that created the verification. The number is masked, and the key is not stored here. */
function requestAsCurl(detail: VerificationDetail): string {
  const { steps, phoneMask, client, metadata, ip, language, codeLength, attempts, baseUrl, serviceId } =
    detail
  const parameters = {
    phone: phoneMask,
    steps: steps.map(({ mode, seconds }) => ({ mode, seconds })),
    attempts,
    ...(codeLength === 4 ? {} : { code_length: codeLength }),
    ...(language === null ? {} : { language }),
    ...(client === '' ? {} : { client }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(ip === '' ? {} : { ip }),
  }
  return requestCurl({ verb: 'POST', path: '/v2/verifications', serviceId, parameters }, baseUrl)
}

function PhoneFacts({ detail }: { readonly detail: VerificationDetail }) {
  const text = useTexts(verificationDetailTexts)
  const formats = useFormats()
  const { checks, attempts, consent, metadata } = detail
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
      <Whose detail={detail} />
      <Fact name={text.country}>{formats.country(detail.country)}</Fact>
      <NetworkFact detail={detail} />
      <Fact name={text.region}>{formats.region(detail.region)}</Fact>
      <Fact name={text.codeLength}>{String(detail.codeLength)}</Fact>
      <Fact name={text.language}>{detail.language}</Fact>
      <Fact name={text.ip}>{detail.ip}</Fact>
      <Fact name={text.metadata}>{metadataText}</Fact>
      <Fact name={text.consent}>{consentText}</Fact>
    </FactList>
  )
}
