import type { Sealer } from '../platform/sealing.ts'
import type { GatewayRecord } from '../storage/queries/gateways.ts'
import type { Store } from '../storage/store.ts'
import { type GatewayAnswer, gatewaySecret, protocols, type StepMessage, stepData } from './gateway.ts'
import { maskedAnswer } from './masked-answer.ts'
import type { Exchange } from './post.ts'
import { receiverOf } from './receiver.ts'
import { isDelivered } from './schedule.ts'
import { type SendDeps, send } from './send.ts'

export interface GatewayDeps extends SendDeps {
  readonly store: Pick<Store, 'recordStepDelivery'>
  readonly sealer: Sealer
  readonly onTrouble: (error: Error) => void
}

/**
 * Hands phone and code to the gateway. Once: nothing repeats it, because the code would come twice. The step is on disk
 * before, so a crash loses the message and never doubles it. Never rejects.
 */
export async function deliverStep(deps: GatewayDeps, gateway: GatewayRecord, message: StepMessage) {
  const { store, clock, sealer, onTrouble } = deps
  const { serviceId, url, channel, kind } = gateway
  const { verificationId, step, phone, code, at } = message
  const webhookId = `${verificationId}-${step}`
  let said: GatewayAnswer = { reason: 'gateway unreachable' }
  try {
    const begunMs = clock.monotonicMs()
    const request = protocols[kind].request(message, channel, gatewaySecret(sealer, gateway))
    const exchange = await send(deps, { serviceId, webhookId }, { url, ...request }, at)
    const durationMs = Math.round(clock.monotonicMs() - begunMs)
    said = saidIn(exchange, gateway)
    const { status, error } = exchange
    const answer = Buffer.from(exchange.answer.toString().replaceAll(code, '***'))
    await store.recordStepDelivery({
      serviceId,
      verificationId,
      webhookId,
      receiver: receiverOf(new URL(url)),
      data: stepData(message, channel),
      isDelivered: said.reason === 'handed over',
      attempt: { at, durationMs, status, error, answer: maskedAnswer(answer, phone) },
    })
  } catch (error) {
    onTrouble(error as Error)
  }
  return said
}

function saidIn({ status, answer }: Exchange, { kind }: GatewayRecord): GatewayAnswer {
  if (status === 0) return { reason: 'gateway unreachable' }
  if (!isDelivered({ status })) return { reason: 'gateway refused' }
  try {
    return protocols[kind].read(Object(JSON.parse(answer.toString())))
  } catch {
    return protocols[kind].read({})
  }
}
