import { Stack, Text, Title } from '@mantine/core'
import type { CallDetail } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { CurlRequest } from '../../../parts/curl-request.tsx'
import { requestCurl } from '../../../parts/request-curl.ts'
import { CaptureMenu } from '../../verifications/detail/capture-menu.tsx'
import { useSentences } from '../../verifications/detail/sentences.ts'
import { SipDialogue } from '../../verifications/detail/sip-dialogue.tsx'
import { Summary } from '../../verifications/detail/summary.tsx'
import classes from '../../verifications/verifications.module.css'
import { Blocks } from './blocks.tsx'
import { Caller } from './caller.tsx'
import { Facts } from './facts.tsx'
import { Routing } from './routing.tsx'
import { detailTexts } from './texts.ts'

interface Props {
  readonly detail: CallDetail
}

/** What happened to a call of `/v1.0`. */
export function CallHistory({ detail, isOfCustomer }: Props & { readonly isOfCustomer: boolean }) {
  const text = useTexts(detailTexts)
  return (
    <>
      <Summary
        line={detail}
        sentence={useSentences().call(detail)}
        timeline={<Timeline detail={detail} />}
        warning={
          detail.suspect &&
          (detail.reason === 'no audio' || detail.reason === 'machine_answered' ? text.unheard : text.suspect)
        }
        money={{
          cost: detail.cost,
          isHeld: detail.status === 'checking',
          calls: isOfCustomer ? [] : [detail.vendorId],
        }}
      />
      <Caller caller={detail.caller} />
      <Blocks attempts={detail.attempts} />
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
      <CurlRequest request={requestAsCurl(detail)} />
    </>
  )
}

/** The request that started the call. The number is masked, and the key is not stored here. */
function requestAsCurl(detail: CallDetail): string {
  const { mode, phoneMask, client, unique, callbackUrl, baseUrl, serviceId } = detail
  const isInbound = mode === 'inbound'
  const parameters = {
    phone: phoneMask,
    ...(client === '' ? {} : { client }),
    ...(unique === null ? {} : { unique }),
    ...(mode === 'voice' ? { voice: true } : {}),
    ...(mode === 'mix' ? { mix: true } : {}),
    ...(isInbound && callbackUrl !== null ? { callback_url: callbackUrl } : {}),
  }
  const path = `/v1.0/${isInbound ? 'inboundCallWaiting' : 'initCall'}`
  return requestCurl({ verb: 'POST', path, serviceId, parameters }, baseUrl)
}

/** From the admission to the end, each step with its time and how long after the first it came. */
function Timeline({ detail }: { readonly detail: CallDetail }) {
  const text = useTexts(detailTexts)
  const formats = useFormats()
  const [first] = detail.timeline
  const toneOf = (step: CallDetail['timeline'][number]['step']) => {
    if (step === 'deadline') return 'open'
    return step === 'refused' || (step === 'settled' && detail.status === 'failed') ? 'bad' : 'good'
  }
  return (
    <ol className={classes.timeline} aria-label={text.timeline}>
      {detail.timeline.map(({ step, at }, index) => (
        <li key={`${step} ${String(index)}`} className={classes.entry} data-tone={toneOf(step)}>
          <div className={classes.entryHead}>
            <Text fw={600}>{text.steps[step]}</Text>
            <Text variant="hint" component="span">
              <time dateTime={new Date(at).toISOString()} title={formats.exact(at)}>
                {formats.clock(at)}
              </time>
              {index > 0 && ` · +${formats.duration(at - first!.at)}`}
            </Text>
          </div>
        </li>
      ))}
    </ol>
  )
}
