import type { Clock } from '../platform/clock.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { GatewayRecord } from '../storage/queries/gateways.ts'
import type { Store } from '../storage/store.ts'
import { type GatewaySaid, gatewaySecret, requestTo, type StepMessage, saidBy, shownData } from './gateway.ts'
import { maskedAnswer } from './masked-answer.ts'
import { receiverOf } from './receiver.ts'
import { type SendDeps, send } from './send.ts'

export interface GatewayDeps extends SendDeps {
  readonly store: Pick<Store, 'recordStepDelivery'>
  readonly clock: Clock
  readonly sealer: Sealer
  readonly onTrouble: (error: Error) => void
}

export interface StepToDeliver extends StepMessage {
  /** The place among the steps of its verification. */
  readonly step: number
  readonly phoneMask: string
}

/**
 * Hands phone and code to the gateway. Once: nothing repeats it, because the code would come twice. The step is on disk
 * before, so a crash loses the message and never doubles it. Never rejects.
 */
export async function deliverStep(
  deps: GatewayDeps,
  gateway: GatewayRecord,
  message: StepToDeliver,
): Promise<GatewaySaid> {
  const { store, clock, sealer, onTrouble } = deps
  const { serviceId, url, channel } = gateway
  const { verificationId, step, phone, code, phoneMask } = message
  const webhookId = `${verificationId}-${step}`
  let said: GatewaySaid = { reason: 'gateway unreachable' }
  try {
    const begunMs = clock.monotonicMs()
    const request = { url, ...requestTo(gateway, message, gatewaySecret(sealer, gateway)) }
    const exchange = await send(deps, { serviceId, webhookId }, request, message.at)
    const durationMs = Math.round(clock.monotonicMs() - begunMs)
    said = saidBy(gateway, exchange)
    const answer = Buffer.from(exchange.answer.toString().replaceAll(code, '***'))
    await store.recordStepDelivery({
      serviceId,
      verificationId,
      webhookId,
      receiver: receiverOf(new URL(url)),
      data: shownData(message, channel, phoneMask),
      isDelivered: said.reason === 'handed over',
      attempt: {
        at: message.at,
        durationMs,
        status: exchange.status,
        error: exchange.error,
        answer: maskedAnswer(answer, phone),
      },
    })
  } catch (error) {
    onTrouble(error as Error)
  }
  return said
}
