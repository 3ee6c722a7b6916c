import { dialogKey, dialogOfClient } from '../dialog/dialog.ts'
import { Headers } from '../message/headers.ts'
import { SipRequest, type SipResponse } from '../message/message.ts'
import type { Destination } from '../transport/transport.ts'
import type { AgentCore } from './core.ts'
import { Session } from './session.ts'

/**
 * A 2xx to an INVITE whose transaction is over: acknowledged and hung up. What has to be known of the INVITE stands in
 * the response. That of an answered call, or a copy, is acknowledged once more.
 */
export function hangUpLate(
  core: AgentCore,
  response: SipResponse,
  { transport, address, port, flow }: Destination,
): void {
  const destination = { transport, address, port, ...(flow === undefined ? {} : { flow }) }
  const { headers, cseq, callId } = response
  const invite = new SipRequest(
    'INVITE',
    `sip:${address.includes(':') ? `[${address}]` : address}:${port}`,
    Headers.of(
      ['From', headers.get('From')!],
      ['To', headers.get('To')!],
      ['Call-ID', callId],
      ['CSeq', `${cseq.number} INVITE`],
    ),
  )
  const leg = { request: invite, destination }
  const dialog = dialogOfClient(invite, response)
  if (dialog === undefined) return
  const known = core.dialogs.get(dialogKey(dialog.callId, dialog.localTag, dialog.remoteTag))
  if (known !== undefined) return void known.acknowledge?.(leg)
  if (core.dialogs.isFull) return
  const session = new Session(core, {
    ...{
      dialog,
      leg,
      source: destination,
      contact: '',
      digest: undefined,
      handlers: {},
      localBody: undefined,
    },
    onEnd() {},
  })
  session.acknowledge(leg)
  session.bye()
}
