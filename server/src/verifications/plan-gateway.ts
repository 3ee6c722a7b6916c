import { maskPhone } from '../calls/phone-privacy.ts'
import type { Phone } from '../numbering/phone.ts'
import type { Clock } from '../platform/clock.ts'
import type { GatewayRecord } from '../storage/queries/gateways.ts'
import type { ServiceRecord } from '../storage/queries/services.ts'
import { languageOfCountry } from '../telephony/prompts/voice.ts'
import type { PlannedCall } from '../telephony/telephony.ts'
import { type GatewaySaid, gatewayFor, type StepMessage } from '../webhooks/gateway.ts'

/** The gateways of services, and the way to them. */
export interface Gateways {
  of(serviceId: number): Promise<readonly GatewayRecord[]>
  deliver(gateway: GatewayRecord, message: StepMessage): Promise<GatewaySaid>
}

/** The message to a gateway in the place of a call; undefined when the service has no gateway for it. */
export async function planGateway(
  gateways: Gateways,
  clock: Clock,
  { id: serviceId, settings }: Pick<ServiceRecord, 'id' | 'settings'>,
  message: Pick<StepMessage, 'step' | 'code'> & {
    readonly id: string
    readonly phone: Phone
    readonly channel: string | undefined
    readonly language: StepMessage['language'] | null
    readonly restMs: number
  },
): Promise<PlannedCall | undefined> {
  const { id, phone, code, step, channel, restMs } = message
  const asked = { channel, country: phone.countryIso, codeLength: code.length }
  const gateway = gatewayFor(await gateways.of(serviceId), asked)
  if (gateway === undefined) return undefined
  const expiresAt = clock.now() + restMs
  return {
    kind: 'planned',
    code,
    codes: null,
    callerNumber: null,
    async place() {
      const { reason, price } = await gateways.deliver(gateway, {
        verificationId: id,
        step,
        phone: phone.e164,
        phoneMask: maskPhone(phone.e164),
        code,
        language: message.language ?? settings.voiceLanguage ?? languageOfCountry(phone.countryIso),
        expiresAt,
        at: clock.now(),
      })
      const details = { gateway: gateway.id, ...(price === undefined ? {} : { gatewayPrice: price }) }
      return { completed: reason === 'handed over', reason, details }
    },
    giveBack: () => {},
    // What was handed over cannot be taken back.
    hangUp: () => {},
  }
}
