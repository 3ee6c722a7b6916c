import { Stack, Title } from '@mantine/core'
import type { VerificationDetail } from '@ringkey/server/cabinet-api'
import { Fragment } from 'react'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { CurlRequest } from '../../../parts/curl-request.tsx'
import { Caller } from '../../calls/detail/caller.tsx'
import { detailTexts } from '../../calls/detail/texts.ts'
import { CaptureMenu } from './capture-menu.tsx'
import { PhoneFacts } from './facts.tsx'
import { requestAsCurl } from './request-as-curl.ts'
import { SipDialogue } from './sip-dialogue.tsx'
import { Summary } from './summary.tsx'
import { verificationDetailTexts } from './texts.ts'
import { EndSentence, Timeline } from './timeline.tsx'

interface Props {
  readonly detail: VerificationDetail
}

/** What happened to a verification of `/v2`, step by step, with the messages of each call. */
export function VerificationStory({ detail, isOfCustomer }: Props & { readonly isOfCustomer: boolean }) {
  const text = useTexts(verificationDetailTexts)
  const ofCall = useTexts(detailTexts)
  const words = useTexts(terms)
  return (
    <>
      <Summary
        line={detail}
        sentence={<EndSentence detail={detail} />}
        timeline={<Timeline detail={detail} />}
        warning={detail.steps.some(({ suspect }) => suspect) && ofCall.suspect}
        money={{ cost: detail.cost, isHeld: detail.steps.some(({ isHeld }) => isHeld), ledger: null }}
      />
      {detail.steps.map(({ mode, vendorId, attempts, identity }, index) => (
        <Fragment key={vendorId ?? `planned ${String(index)}`}>
          <Caller caller={identity} />
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
      <CurlRequest
        title={text.request}
        request={requestAsCurl(detail)}
        what={text.theRequest}
        hint={text.requestHint}
      />
    </>
  )
}
