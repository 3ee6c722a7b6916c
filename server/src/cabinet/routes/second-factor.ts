import { Type } from 'typebox'
import { noteAction, whoseOf } from '../action-log.ts'
import type { CabinetDeps } from '../deps.ts'
import { code, password } from '../fields.ts'
import { Problem } from '../problem.ts'
import { type Ask, get, post, type SignedIn } from '../route.ts'
import { confirmsByMessenger, hasSecondFactor } from '../second-factor/has-second-factor.ts'
import { newRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { requireOldFactor, requirePassword } from '../second-factor/require-factor.ts'
import { matchingStep, newTotpSecret, sealTotp, totpAddress } from '../second-factor/totp.ts'
import type { RecoveryCodes, Security, TotpOffer } from '../views/me.ts'

type Own = Ask & { readonly who: SignedIn }

/** The password, and a code of the app or a recovery code if the person already has a second factor. */
const proof = { password: Type.Optional(password), proof: Type.Optional(code) }

const security = get('/security', 'person', async ({ deps, who: { person } }): Promise<Security> => {
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
const offerTotp = post('/second-factor/totp', 'person', async (ask): Promise<TotpOffer> => {
  const { deps, who } = ask
  const { person } = who
  const secret = newTotpSecret(deps.random)
  const pending = deps.sealer.seal(secret, pendingFor(person.id)).toString('base64url')
  return { secret, address: totpAddress(secret, person.email), pending }
})

const confirmTotpBody = Type.Object({ pending: Type.String({ maxLength: 500 }), code, ...proof })

const confirmTotp = post('/second-factor/totp/confirm', 'person', confirmTotpBody, async (ask) => {
  const { deps, who, body } = ask
  const { person } = who
  const secret = openPending(deps, person.id, body.pending)
  await requireOldFactor(ask, body)
  const step = matchingStep(secret, body.code.replace(/\s/g, ''), deps.clock.now())
  if (step === undefined) throw new Problem(400, 'wrong-code', 'the code is wrong', { field: 'code' })
  await deps.store.useTotpStep({ personId: person.id, step })
  await deps.store.changePerson({ id: person.id, sealedTotp: sealTotp(deps, person.id, secret) })
  return switchedOn(ask, 'authenticator app connected')
})

function openPending({ sealer }: CabinetDeps, personId: number, pending: string): string {
  try {
    return sealer.open(Buffer.from(pending, 'base64url'), pendingFor(personId))
  } catch {
    throw new Problem(400, 'unreadable', 'begin again')
  }
}

const removeTotp = post('/second-factor/totp/remove', 'person', Type.Object(proof), async (ask) => {
  const { id, sealedTotp } = ask.who.person
  if (sealedTotp === null) throw new Problem(409, 'no-second-factor', 'no app is connected')
  await requireOldFactor(ask, ask.body)
  await ask.deps.store.changePerson({ id, sealedTotp: null })
  await switchedOff(ask, 'authenticator app removed')
})

const connectTelegram = post('/second-factor/telegram', 'person', async ({ deps, who }) => {
  if (confirmsByMessenger(who.person)) {
    throw new Problem(409, 'messenger-connected', 'disconnect the messenger first')
  }
  const link = await deps.messenger?.connectionLink(who.person)
  if (link === undefined) throw new Problem(503, 'messenger-away', 'the messenger cannot be reached')
  return { link }
})

const confirmsBody = Type.Object({ confirms: Type.Boolean(), ...proof })

const confirmByTelegram = post('/second-factor/telegram/confirms', 'person', confirmsBody, async (ask) => {
  const { deps, who, body } = ask
  const { id, telegramId } = who.person
  if (telegramId === 0) throw new Problem(409, 'no-messenger', 'connect a messenger first')
  await requireOldFactor(ask, body)
  await deps.store.changePerson({ id, confirmsByTelegram: body.confirms })
  if (body.confirms) return switchedOn(ask, 'sign-ins are confirmed in the messenger')
  await switchedOff(ask, 'sign-ins are no longer confirmed in the messenger')
  return { recoveryCodes: [] } satisfies RecoveryCodes
})

const disconnectBody = Type.Object({ ...proof, password })

const disconnectTelegram = post('/second-factor/telegram/remove', 'person', disconnectBody, async (ask) => {
  // A messenger that is used for notices only is not a second factor: the password is enough.
  if (confirmsByMessenger(ask.who.person)) await requireOldFactor(ask, ask.body)
  else await requirePassword(ask, ask.body.password)
  const { id } = ask.who.person
  await ask.deps.store.changePerson({ id, telegramId: 0, confirmsByTelegram: false })
  await switchedOff(ask, 'messenger disconnected')
})

const newCodes = post('/second-factor/recovery', 'person', Type.Object(proof), async (ask) => {
  if (!hasSecondFactor(ask.who.person)) throw new Problem(409, 'no-second-factor', 'there is none')
  await requireOldFactor(ask, ask.body)
  return { recoveryCodes: await giveCodes(ask, 'new recovery codes made') } satisfies RecoveryCodes
})

async function noteFactor({ deps, who, visitor }: Pick<Own, 'deps' | 'who' | 'visitor'>, change: string) {
  await deps.accessLog.done('second-factor-changed', { change }, whoseOf(who), visitor)
  await noteAction(deps, who.session.accountId, visitor, change)
}

/** A person gets recovery codes with the first second factor. */
async function switchedOn(ask: Own, action: string): Promise<RecoveryCodes> {
  const { deps, who, visitor } = ask
  if (who.person.recoveryHashes.length === 0) return { recoveryCodes: await giveCodes(ask, action) }
  await noteFactor({ deps, who, visitor }, action)
  return { recoveryCodes: [] }
}

async function giveCodes({ deps, who, visitor }: Own, action: string): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes(deps.random)
  await deps.store.changePerson({ id: who.person.id, recoveryHashes: hashes })
  await noteFactor({ deps, who, visitor }, action)
  return codes
}

/** Recovery codes are useless without a second factor, so they are deleted with the last one. */
async function switchedOff({ deps, who, visitor }: Own, action: string): Promise<void> {
  const person = await deps.store.person(who.person.id)
  if (person !== undefined && !hasSecondFactor(person)) {
    await deps.store.changePerson({ id: person.id, recoveryHashes: [] })
  }
  await noteFactor({ deps, who, visitor }, action)
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
