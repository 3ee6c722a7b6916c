import { Stack, Title } from '@mantine/core'
import type { CallDetail } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { CurlRequest } from '../../../parts/curl-request.tsx'
import { CaptureMenu } from '../../verifications/detail/capture-menu.tsx'
import { SipDialogue } from '../../verifications/detail/sip-dialogue.tsx'
import { Summary } from '../../verifications/detail/summary.tsx'
import { reasonTexts } from '../reasons.ts'
import { Caller } from './caller.tsx'
import { Facts } from './facts.tsx'
import { requestAsCurl } from './request-as-curl.ts'
import { Routing } from './routing.tsx'
import { detailTexts } from './texts.ts'
import { Timeline } from './timeline.tsx'

interface Props {
  readonly detail: CallDetail
}

/** What happened to a call of `/v1.0`. */
export function CallStory({ detail, isOfCustomer }: Props & { readonly isOfCustomer: boolean }) {
  const text = useTexts(detailTexts)
  return (
    <>
      <Summary
        line={detail}
        sentence={<Sentence detail={detail} />}
        timeline={<Timeline detail={detail} />}
        warning={detail.suspect && (detail.reason === 'no audio' ? text.unheard : text.suspect)}
        money={{
          cost: detail.cost,
          isHeld: detail.status === 'checking',
          ledger: isOfCustomer ? null : `/money/ledger?kind=all&vendorId=${detail.vendorId}`,
        }}
      />
      <Caller caller={detail.caller} />
      <SipDialogue
        title={text.ladder}
        attempts={detail.attempts}
        capture={isOfCustomer && <CaptureMenu vendorId={detail.id} />}
      />
    </>
  )
}

export function CallFacts({ detail }: Props) {
  const text = useTexts(detailTexts)
  return (
    <>
      <Stack gap="xs">
        <Title order={2}>{text.facts}</Title>
        <Facts detail={detail} />
      </Stack>
      <Routing routing={detail.routing} attempts={detail.attempts} />
      <CurlRequest
        title={text.request}
        request={requestAsCurl(detail)}
        what={text.theRequest}
        hint={text.requestHint}
      />
    </>
  )
}

function Sentence({ detail }: Props) {
  const text = useTexts(detailTexts)
  const reasons = useTexts(reasonTexts)
  const formats = useFormats()
  const { status, mode, reason, ringMs } = detail
  if (status === 'checking') return mode === 'inbound' ? text.waiting : text.underWay
  const rang = ringMs === null || ringMs === 0 ? null : formats.seconds(ringMs)
  return reason === null
    ? null
    : (reasons[reason]?.sentence({ rang, isInbound: mode === 'inbound' }) ?? reason)
}
