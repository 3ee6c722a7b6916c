import type { Dialog } from '../dialog/dialog.ts'
import { requestInDialog } from '../dialog/dialog-request.ts'
import type { SipRequest } from '../message/message.ts'
import type { Destination } from '../transport/transport.ts'
import { type Body, bodyHeaders } from './body.ts'
import type { AgentCore } from './core.ts'
import type { Leg } from './exchange.ts'
import { firstServer } from './first-server.ts'

export interface AckPlan {
  readonly dialog: Dialog
  readonly leg: Leg
  readonly body: Body | undefined
  /** Where it goes instead of to the Contact, which does not answer. */
  readonly detour: Destination | undefined
  /** It was not sent. */
  failed(): void
}

/** The ACK of one 2xx. The same ACK is sent again for every copy of that 2xx (RFC 3261 13.2.2.4). */
export class Acknowledgement {
  readonly #core: AgentCore
  readonly #plan: AckPlan
  /** The CSeq number of the INVITE that this ACK belongs to. */
  readonly cseq: number
  #sent: { request: SipRequest; bytes: Uint8Array; to: Destination } | undefined

  constructor(core: AgentCore, plan: AckPlan) {
    this.#core = core
    this.#plan = plan
    this.cseq = plan.leg.request.cseq.number
  }

  /** Where it was sent; undefined while its server is looked up. */
  get sentTo(): Destination | undefined {
    return this.#sent?.to
  }

  send(): void {
    if (this.#sent !== undefined) {
      this.#core.layer.resendAck(this.#sent.request, this.#sent.bytes, this.#sent.to)
      return
    }
    const { dialog, leg, body, detour, failed } = this.#plan
    const invite = leg.request
    // RFC 3261 22.1: an ACK cannot be challenged, so it carries the credentials of its INVITE.
    const credentials = ['Authorization', 'Proxy-Authorization'].flatMap((name) =>
      invite.headers.lines(name).map((line): [string, string] => [name, line]),
    )
    const { request, nextHop } = requestInDialog(dialog, {
      method: 'ACK',
      cseq: this.cseq,
      headers: [...credentials, ...bodyHeaders(body)],
      body: body?.content,
    })
    const sendTo = (to: Destination) => {
      const bytes = this.#core.layer.sendAck(request, to, failed)
      if (bytes !== undefined) this.#sent = { request, bytes, to }
    }
    if (detour === undefined) firstServer(this.#core, nextHop, leg, sendTo)
    else sendTo(detour)
  }
}
