import { type Audio, type Clock, type IncomingCall, type Media, sdpBody, sdpOf } from '@ringkey/sip'
import { AddressList } from '../../platform/address-list.ts'
import type { TrunkSettings } from '../../storage/queries/trunks.ts'

export interface ThankYou {
  readonly speech: Audio
  readonly media: Media
  /** Our address as the trunk sees it, when it was learned. */
  readonly address: string | undefined
  readonly settings: Pick<TrunkSettings, 'trustedSources' | 'srtp' | 'codecs'>
  readonly clock: Clock
}

/** An answered call costs money: it is over by then, whatever the caller does. */
const longestMs = 15_000

/** Answers, thanks and hangs up. A call that cannot hear us is refused like any other. */
export async function answerWithThankYou(call: IncomingCall, thanks: ThankYou): Promise<void> {
  const { speech, settings, clock } = thanks
  const trusted = new AddressList(settings.trustedSources)
  const offer = sdpOf(call.request)
  const media =
    offer === undefined
      ? undefined
      : await thanks.media
          .open({
            // Until the ACK proves the caller, nothing is sent to the address that the INVITE names.
            whenIdle: 'nothing',
            secure: settings.srtp === 'offered' ? 'offered' : settings.srtp === 'yes',
            codecs: settings.codecs,
            address: thanks.address,
            trusts: (address) => trusted.has(address),
          })
          .catch(() => undefined)
  const answer = media?.answer(offer!)
  if (media === undefined || answer === undefined) {
    media?.close()
    return call.reject(486)
  }
  const limit = clock.after(longestMs, () => call.hangUp())
  void call.ended.then(() => {
    limit.clear()
    media.close()
  })
  const { onAcknowledged } = call.handlers
  let isThanked = false
  call.handlers = {
    ...call.handlers,
    onAcknowledged() {
      // The 200 to a re-INVITE is acknowledged too.
      if (isThanked) return
      isThanked = true
      onAcknowledged?.()
      void media.play(speech).then(() => call.hangUp())
    },
    onOffer: ({ content }) => {
      const again = media.answer(Buffer.from(content).toString())
      return again === undefined ? undefined : sdpBody(again)
    },
  }
  call.answer({ body: sdpBody(answer) })
}
