import { Type } from 'typebox'
import type { FactorChange } from '../../operations/events.ts'
import { logSubjectOf } from '../action-log.ts'
import type { CabinetDeps } from '../deps.ts'
import { code, password } from '../fields.ts'
import { Problem } from '../problem.ts'
import { get, post, type RequestContext, type SignedIn } from '../route.ts'
import { confirmsByMessenger, hasSecondFactor } from '../second-factor/has-second-factor.ts'
import { newRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { requireOldFactor, requirePassword } from '../second-factor/require-factor.ts'
import { matchingStep, newTotpSecret, sealTotp, totpAddress } from '../second-factor/totp.ts'

type Own = RequestContext & { readonly user: SignedIn }

/** The password, and a code of the app or a recovery code if the person already has a second factor. */
const proof = { password: Type.Optional(password), proof: Type.Optional(code) }

const security = get('/security', 'person', async ({ deps, user: { person } }) => {
  const connected = person.telegramId !== 0
  return {
    telegram: {
      offered: deps.messenger !== undefined,
      connected,
      confirms: connected && person.confirmsByTelegram,
    },
    totp: person.sealedTotp !== null,
    recoveryCodesLeft: person.recoveryHashes.length,
  }
})

const pendingFor = (personId: number) => `pending totp ${personId}`

/** The secret is stored only after the first code proves that the app has it; until then the browser keeps it, sealed. */
const offerTotp = post('/second-factor/totp', 'person', async (context) => {
  const { deps, user } = context
  const { person } = user
  const secret = newTotpSecret(deps.random)
  const pending = deps.sealer.seal(secret, pendingFor(person.id)).toString('base64url')
  return { secret, address: totpAddress(secret, person.email), pending }
})

const confirmTotpBody = Type.Object({ pending: Type.String({ maxLength: 500 }), code, ...proof })

const confirmTotp = post('/second-factor/totp/confirm', 'person', confirmTotpBody, async (context) => {
  const { deps, user, body } = context
  const { person } = user
  const secret = openPending(deps, person.id, body.pending)
  await requireOldFactor(context, body)
  const step = matchingStep(secret, body.code.replace(/\s/g, ''), deps.clock.now())
  if (step === undefined) throw new Problem(400, 'wrong-code', 'the code is wrong', { field: 'code' })
  await deps.store.useTotpStep({ personId: person.id, step })
  await deps.store.changePerson({ id: person.id, sealedTotp: sealTotp(deps, person.id, secret) })
  return switchedOn(context, 'app-connected')
})

function openPending({ sealer }: CabinetDeps, personId: number, pending: string): string {
  try {
    return sealer.open(Buffer.from(pending, 'base64url'), pendingFor(personId))
  } catch {
    throw new Problem(400, 'unreadable', 'begin again')
  }
}

const removeTotp = post('/second-factor/totp/remove', 'person', Type.Object(proof), async (context) => {
  const { id, sealedTotp } = context.user.person
  if (sealedTotp === null) throw new Problem(409, 'no-second-factor', 'no app is connected')
  await requireOldFactor(context, context.body)
  await context.deps.store.changePerson({ id, sealedTotp: null })
  await switchedOff(context, 'app-removed')
})

const connectTelegram = post('/second-factor/telegram', 'person', async ({ deps, user }) => {
  if (confirmsByMessenger(user.person)) {
    throw new Problem(409, 'messenger-connected', 'disconnect the messenger first')
  }
  const link = await deps.messenger?.connectionLink(user.person)
  if (link === undefined) throw new Problem(503, 'messenger-away', 'the messenger cannot be reached')
  return { link }
})

const confirmsBody = Type.Object({ confirms: Type.Boolean(), ...proof })

const confirmByTelegram = post(
  '/second-factor/telegram/confirms',
  'person',
  confirmsBody,
  async (context) => {
    const { deps, user, body } = context
    const { id, telegramId } = user.person
    if (telegramId === 0) throw new Problem(409, 'no-messenger', 'connect a messenger first')
    await requireOldFactor(context, body)
    await deps.store.changePerson({ id, confirmsByTelegram: body.confirms })
    if (body.confirms) return switchedOn(context, 'messenger-on')
    await switchedOff(context, 'messenger-off')
    return { recoveryCodes: [] }
  },
)

const disconnectBody = Type.Object({ ...proof, password })

const disconnectTelegram = post(
  '/second-factor/telegram/remove',
  'person',
  disconnectBody,
  async (context) => {
    // A messenger that is used for notices only is not a second factor: the password is enough.
    if (confirmsByMessenger(context.user.person)) await requireOldFactor(context, context.body)
    else await requirePassword(context, context.body.password)
    const { id } = context.user.person
    await context.deps.store.changePerson({ id, telegramId: 0, confirmsByTelegram: false })
    await switchedOff(context, 'messenger-removed')
  },
)

const newCodes = post('/second-factor/recovery', 'person', Type.Object(proof), async (context) => {
  if (!hasSecondFactor(context.user.person)) throw new Problem(409, 'no-second-factor', 'there is none')
  await requireOldFactor(context, context.body)
  return { recoveryCodes: await giveCodes(context, 'codes-made') }
})

async function noteFactor({ deps, user, visitor }: Own, change: FactorChange) {
  await deps.accessLog.done('second-factor-changed', { change }, logSubjectOf(user), visitor)
}

/** A person gets recovery codes with the first second factor; they are shown once. */
async function switchedOn(context: Own, change: FactorChange) {
  if (context.user.person.recoveryHashes.length === 0)
    return { recoveryCodes: await giveCodes(context, change) }
  await noteFactor(context, change)
  return { recoveryCodes: [] }
}

async function giveCodes(context: Own, change: FactorChange): Promise<string[]> {
  const { deps, user } = context
  const { codes, hashes } = newRecoveryCodes(deps.random)
  await deps.store.changePerson({ id: user.person.id, recoveryHashes: hashes })
  await noteFactor(context, change)
  return codes
}

/** Recovery codes are useless without a second factor, so they are deleted with the last one. */
async function switchedOff(context: Own, change: FactorChange): Promise<void> {
  const { deps, user } = context
  const person = await deps.store.person(user.person.id)
  if (person !== undefined && !hasSecondFactor(person)) {
    await deps.store.changePerson({ id: person.id, recoveryHashes: [] })
  }
  await noteFactor(context, change)
}

export const secondFactorRoutes = [
  security,
  offerTotp,
  confirmTotp,
  removeTotp,
  connectTelegram,
  confirmByTelegram,
  disconnectTelegram,
  newCodes,
]
