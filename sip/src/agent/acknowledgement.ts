import type { Dialog } from '../dialog/dialog.ts'
import { requestInDialog } from '../dialog/dialog-request.ts'
import type { SipRequest } from '../message/message.ts'
import type { Destination } from '../transport/transport.ts'
import { type Body, bodyHeaders } from './body.ts'
import type { AgentCore } from './core.ts'
import type { Leg } from './exchange.ts'
import { firstServer } from './first-server.ts'

/** The ACK of one 2xx. The same ACK is sent again for every copy of that 2xx (RFC 3261 13.2.2.4). */
export class Acknowledgement {
  readonly #core: AgentCore
  readonly #dialog: Dialog
  readonly #leg: Leg
  readonly #body: Body | undefined
  /** The CSeq number of the INVITE that this ACK belongs to. */
  readonly cseq: number
  #sent: { request: SipRequest; bytes: Uint8Array; to: Destination } | undefined

  constructor(core: AgentCore, dialog: Dialog, leg: Leg, body: Body | undefined) {
    this.#core = core
    this.#dialog = dialog
    this.#leg = leg
    this.#body = body
    this.cseq = leg.request.cseq.number
  }

  send(): void {
    if (this.#sent !== undefined) {
      this.#core.layer.resendAck(this.#sent.request, this.#sent.bytes, this.#sent.to)
      return
    }
    const invite = this.#leg.request
    // RFC 3261 22.1: an ACK cannot be challenged, so it carries the credentials of its INVITE.
    const credentials = ['Authorization', 'Proxy-Authorization'].flatMap((name) =>
      invite.headers.lines(name).map((line): [string, string] => [name, line]),
    )
    const { request, nextHop } = requestInDialog(this.#dialog, {
      method: 'ACK',
      cseq: this.cseq,
      headers: [...credentials, ...bodyHeaders(this.#body)],
      body: this.#body?.content,
    })
    firstServer(this.#core, nextHop, this.#leg, (to) => {
      const bytes = this.#core.layer.sendAck(request, to)
      if (bytes !== undefined) this.#sent = { request, bytes, to }
    })
  }
}
