import { type Static, Type } from 'typebox'
import { demandedLevels, identitySources, readCaller } from '../storage/caller-identity.ts'
import type { DeliveryRecord, ReportedCall } from '../storage/queries/deliveries.ts'

const callerSchema = Type.Object({
  level: Type.Enum([...demandedLevels], {
    description: 'low: the word of the caller; medium: of the network; high: of the network, and confirmed.',
  }),
  source: Type.Enum([...identitySources], { description: 'The header that named the caller.' }),
  verstat: Type.String({ description: 'What the network says of its own check of the number.' }),
  reasons: Type.Array(Type.String(), { description: 'What the level was made of.' }),
})

/** The body of the webhook (C6-1), with exactly its fields and types, and one more that a service may switch on. */
export const bodySchema = Type.Object({
  callId: Type.String({
    pattern: '^[0-9]{6,16}$',
    description: 'The `vendor_id` that `inboundCallWaiting` returned.',
  }),
  callbackLink: Type.String({ format: 'uri', description: 'Your `callback_url`.' }),
  clientNumber: Type.String({
    pattern: '^\\+?[0-9]{7,15}$',
    description: 'The number that was verified, as you passed it: with its plus, if it had one.',
  }),
  confirmationNumber: Type.String({
    pattern: '^[0-9]{5,15}$',
    description: 'The number that was called, in E.164 digits.',
  }),
  isMnp: Type.Boolean({ description: 'The number was ported to another operator.' }),
  operatorName: Type.String({ description: 'Operator by the numbering registry; "" unless `isMnp`.' }),
  operatorNameMnp: Type.String({ description: 'Operator that it was ported to; "" unless `isMnp`.' }),
  regionName: Type.String({ description: 'Region by the numbering registry; "" when unknown.' }),
  callerIdentity: Type.Optional(
    Type.Union([callerSchema, Type.Null()], {
      description:
        'How sure it is that the caller holds the number; null for a test number. Only where the service has it on.',
    }),
  ),
})

type Reported = Omit<ReportedCall, 'phoneHash' | 'phoneMask' | 'startedAt' | 'isCompleted'> & {
  readonly vendorId: number
  readonly url: string
}

/** `e164` is the number in digits, or its mask. */
export function webhookBody(reported: Reported, e164: string, tellsCaller: boolean): string {
  const isMnp = reported.portedTo !== ''
  const body: Static<typeof bodySchema> = {
    callId: String(reported.vendorId),
    callbackLink: reported.url,
    clientNumber: writtenPhone(e164, reported.phoneForm),
    confirmationNumber: reported.confirmationNumber,
    isMnp,
    operatorName: isMnp ? reported.operator : '',
    operatorNameMnp: reported.portedTo,
    regionName: reported.region,
    ...(tellsCaller ? { callerIdentity: callerOf(reported.callerIdentity) } : {}),
  }
  return JSON.stringify(body)
}

function callerOf(stored: string | null): Static<typeof callerSchema> | null {
  const caller = readCaller(stored)
  // An identity that is not believed confirms nothing, and so is never reported.
  if (caller === null || caller.level === 'none') return null
  const { level, source, verstat, why, signals } = caller
  return { level, source, verstat, reasons: [why, ...signals] }
}

/** The number as it was passed. A full number is not stored, so it is formatted again. */
function writtenPhone(e164: string, form: Reported['phoneForm']): string {
  if (form === null) return e164
  return form === '+' ? `+${e164}` : `8${e164.slice(1)}`
}

/** The body of an event: `data` is JSON already. */
export function eventBody({ type, createdAt }: Pick<DeliveryRecord, 'type' | 'createdAt'>, data: string) {
  const timestamp = new Date(createdAt).toISOString()
  return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(timestamp)},"data":${data}}`
}
