// A registrar without a SIP stack: it keeps bindings, and loses or delays them as its options say.
import { createSocket } from 'node:dgram'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DigestServer,
  Headers,
  parseMessage,
  respond,
  type SipRequest,
  serialise,
  systemClock,
  systemRandom,
} from '@ringkey/sip'

export interface RegistrarHabits {
  /** A removal takes effect this long after its request, as with a slow database. */
  readonly removalDelayMs?: number
  /** The granted time, whatever was requested. */
  readonly grantedS?: number
  /** Only this user is registered, after digest authentication. */
  readonly account?: { readonly username: string; readonly password: string }
  /** The proxy that calls have to use, and the proxy before the registrar (RFC 3608, RFC 3327). */
  readonly serviceRoute?: string
  readonly path?: string
  /** The apparent source of requests behind NAT, written into the Via of responses (RFC 3581). */
  readonly sees?: { readonly address: string; readonly port: number }
  /** Loses every binding after a call has rung, like a restart without persistence. */
  readonly forgetsAfterCall?: boolean
  readonly port?: number
  /** Called for each REGISTER and INVITE, with our answer. */
  readonly onRequest?: (method: string, status: number) => void
}

export interface Registrar {
  readonly port: number
  /** Every REGISTER received, without retransmissions. */
  readonly registers: readonly SipRequest[]
  /** Calls received. */
  readonly invites: readonly SipRequest[]
  /** Contacts that are bound now, by address of record. */
  readonly bindings: ReadonlyMap<string, string>
  /** Removals that took effect. */
  readonly removals: number
  /** Loses every binding, like a restart without persistence. */
  forget(): void
  /** While it is down it receives nothing. */
  isDown: boolean
  close(): Promise<void>
}

/** Answers REGISTER and OPTIONS; a call rings when we are registered and is refused with 403 otherwise. */
export async function startRegistrar(habits: RegistrarHabits = {}): Promise<Registrar> {
  const socket = createSocket('udp4')
  const registers: SipRequest[] = []
  const invites: SipRequest[] = []
  const seen = new Set<string>()
  const bindings = new Map<string, string>()
  const ringing = new Map<string, SipRequest>()
  const state = { isDown: false, isOpen: true, removals: 0 }

  const { account } = habits
  const digest =
    account &&
    new DigestServer({
      realm: 'ims.example',
      clock: systemClock,
      random: systemRandom,
      password: (username) => (username === account.username ? account.password : undefined),
    })

  const answer = async (request: SipRequest): Promise<[status: number, headers: Headers]> => {
    const contact = request.headers.get('Contact') ?? ''
    const own = Headers.of(['Contact', `<sip:peer@127.0.0.1:${socket.address().port}>`])
    if (request.method === 'INVITE') return [bindings.size > 0 ? 180 : 403, own]
    if (request.method !== 'REGISTER') return [200, own]
    if (digest !== undefined && digest.verify(request).kind !== 'accepted')
      return [401, Headers.of(...digest.challenges().map((line) => ['WWW-Authenticate', line] as const))]
    const aor = request.to.uri.text
    // RFC 3261 10.2.3: a REGISTER without a contact is a query.
    if (contact === '') {
      const bound = bindings.get(aor)
      return [200, bound === undefined ? new Headers() : Headers.of(['Contact', `<${bound}>`])]
    }
    const expires = Number(request.headers.get('Expires'))
    if (expires === 0) {
      await sleep(habits.removalDelayMs ?? 0)
      // RFC 3261 10.3 keeps bindings by contact: any REGISTER with this contact removes it.
      for (const [bound, other] of bindings) if (other === uriOf(contact)) bindings.delete(bound)
      state.removals += 1
      return [200, new Headers()]
    }
    // RFC 3261 10.2.2: a contact may be removed with the request that binds another one.
    for (const removed of request.headers.list('Contact')?.slice(1) ?? [])
      for (const [bound, other] of bindings) if (other === uriOf(removed)) bindings.delete(bound)
    bindings.set(aor, uriOf(contact))
    const granted = habits.grantedS ?? expires
    return [
      200,
      Headers.of(
        ['Contact', contact.replace(/expires=\d+/, `expires=${granted}`)],
        ...(habits.serviceRoute === undefined ? [] : [['Service-Route', habits.serviceRoute] as const]),
        ...(habits.path === undefined ? [] : [['Path', habits.path] as const]),
      ),
    ]
  }

  socket.on('message', async (bytes, { port, address }) => {
    const request = parseMessage(bytes)
    if (state.isDown || request.kind !== 'request' || request.method === 'ACK') return
    const key = `${request.headers.get('Via')} ${request.method}`
    if (seen.has(key)) return
    seen.add(key)
    if (request.method === 'REGISTER') registers.push(request)
    if (request.method === 'INVITE') invites.push(request)
    const [status, headers] = await answer(request)
    const send = (to: SipRequest, status: number, headers: Headers) => {
      const response = respond(to, status, 'peer', { headers })
      const via = response.headers.get('Via')!
      const { sees } = habits
      if (sees !== undefined)
        response.headers.set('Via', via.replace(';rport', `;rport=${sees.port};received=${sees.address}`))
      if (state.isOpen) socket.send(serialise(response), port, address)
    }
    send(request, status, headers)
    if (request.method === 'REGISTER' || request.method === 'INVITE')
      habits.onRequest?.(request.method, status)
    if (request.method === 'INVITE' && status < 200) ringing.set(request.callId, request)
    const invite = ringing.get(request.callId)
    if (request.method !== 'CANCEL' || invite === undefined) return
    ringing.delete(request.callId)
    send(invite, 487, headers)
    if (habits.forgetsAfterCall === true) bindings.clear()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(habits.port ?? 0, '127.0.0.1', resolve)
  })
  return {
    port: socket.address().port,
    registers,
    invites,
    bindings,
    get removals() {
      return state.removals
    },
    forget: () => bindings.clear(),
    get isDown() {
      return state.isDown
    },
    set isDown(isDown) {
      state.isDown = isDown
    },
    close() {
      state.isOpen = false
      return new Promise<void>((resolve) => socket.close(() => resolve()))
    },
  }
}

function uriOf(contact: string): string {
  return /<([^>]*)>/.exec(contact)?.[1] ?? ''
}
