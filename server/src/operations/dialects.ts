import { Type } from 'typebox'
import { isRsaPublicKey, newCredential } from '../accounts/dialects.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import {
  type DialectRecord,
  dialectOf,
  dialects,
  dialectTypes,
  removeDialect,
  setDialect,
} from '../storage/queries/dialects.ts'
import { setCallback } from '../storage/queries/event-endpoints.ts'
import { callbackTypes } from '../webhooks/vonage-callback.ts'
import { checkedAddress, secretIn } from './event-endpoints.ts'
import { id, knownService, optional } from './fields.ts'
import { type FullContext, type OperationContext, operation } from './operation.ts'

type Preparing = OperationContext &
  Pick<FullContext, 'random' | 'sealer' | 'callbackGuard' | 'demo' | 'webhookSecrets'>

const aPublicKey = 'an RSA public key of at least 2048 bits that begins with -----BEGIN PUBLIC KEY-----'

export const changeDialect = operation({
  name: 'service.dialect',
  about: 'Let a service also speak the API of another call service; its credential is shown once',
  log: ({ service, dialect }: { service: number; dialect: string }) => [
    `dialect of service ${service}: ${dialect}`,
    `диалект сервиса ${service}: ${dialect}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service/dialect' },
  input: Type.Object({
    service: id,
    dialect: Type.Enum([...dialects, 'none'], { description: 'none ends it' }),
    ...optional({
      types: Type.Enum([...dialectTypes], {
        description:
          'of sms.ru: live, strings (check_status is a string) or numbers (code is a number); live when not given',
      }),
      callback: Type.String({
        maxLength: 4_096,
        description: 'where sms.ru reports the end of a callcheck, and vonage-verify that of a request',
      }),
      publicKey: Type.String({
        maxLength: 4_096,
        description:
          'of vonage-verify: the RSA public key in PEM that its tokens are signed for; made when not given',
        expected: aPublicKey,
      }),
      keep: Type.Boolean({
        description: 'keep the credential: only types and callback change, which it shows none for',
      }),
    }),
  }),
  async prepare(context: Preparing, given) {
    const { service, dialect, types = 'live', callback = '', publicKey, keep = false } = given
    const text = callback.trim()
    if (dialect !== 'sms.ru' && types !== 'live') throw wrongField('types', 'nothing: only sms.ru has it')
    if (dialect !== 'sms.ru' && dialect !== 'vonage-verify' && text !== '')
      throw wrongField('callback', 'nothing: only sms.ru and vonage-verify have it')
    if (publicKey !== undefined && (dialect !== 'vonage-verify' || keep))
      throw wrongField('publicKey', 'nothing: only a new credential of vonage-verify has it')
    const pem = publicKey === undefined ? undefined : `${publicKey.trim()}\n`
    if (pem !== undefined && !isRsaPublicKey(pem)) throw wrongField('publicKey', aPublicKey)
    const receiver = text === '' ? '' : (await checkedAddress(context, service, text, 'callback')).receiver
    const made = dialect === 'none' || keep ? null : await newCredential(context, dialect, service, pem)
    // A callback that stays keeps its secret.
    const isSigned = dialect === 'vonage-verify' && text !== ''
    const isNew = isSigned && (!keep || (await context.store.dialectOf(service))?.callbackUrl === '')
    const signing = isNew ? context.webhookSecrets.newSealed() : null
    return { service, dialect, types, callbackUrl: text, receiver, made, signing }
  },
  async run(tx, { service, dialect, types, callbackUrl, receiver, made, signing }) {
    const { accountId } = await knownService(tx, service)
    const before = await dialectOf(tx.sql, service)
    if (dialect === 'none') await removeDialect(tx.sql, service)
    else {
      const kept: Pick<DialectRecord, 'hashes' | 'sealed' | 'createdAt'> | undefined =
        made === null ? before : { ...made, createdAt: tx.at }
      if (kept === undefined || (made === null && before?.dialect !== dialect))
        throw wrongField('keep', `a service that speaks ${dialect} already`)
      const { hashes, sealed, createdAt } = kept
      await setDialect(tx.sql, { serviceId: service, dialect, types, callbackUrl, hashes, sealed, createdAt })
    }
    const callback = { url: callbackUrl, receiver, types: callbackTypes, sealed: signing, createdAt: tx.at }
    const isSigned = dialect === 'vonage-verify' && callbackUrl !== ''
    // Whoever has changed the callback since this was prepared was shown its secret.
    const isNew = isSigned && (made !== null || before?.callbackUrl === '')
    if (isNew !== (signing !== null))
      throw new OperationRefused('changed-meanwhile', 'somebody else has just changed the callback')
    await setCallback(tx.sql, service, isSigned ? callback : undefined)
    tx.log({ service, dialect }, accountId)
    return { dialect }
  },
  shown({ webhookSecrets }: Preparing, { made, signing }) {
    const credential = made?.credential ?? null
    if (signing === null) return { credential }
    const others = typeof credential === 'string' ? {} : credential
    return { credential: { ...others, signature_secret: secretIn(webhookSecrets, signing) } }
  },
})
