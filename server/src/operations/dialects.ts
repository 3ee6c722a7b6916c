import { Type } from 'typebox'
import { newCredential } from '../accounts/dialects.ts'
import { wrongField } from '../storage/operation-refused.ts'
import {
  type DialectRecord,
  dialectOf,
  dialects,
  dialectTypes,
  removeDialect,
  setDialect,
} from '../storage/queries/dialects.ts'
import { checkedAddress } from './event-endpoints.ts'
import { id, knownService, optional } from './fields.ts'
import { type FullContext, type OperationContext, operation } from './operation.ts'

type Preparing = OperationContext &
  Pick<FullContext, 'random' | 'sealer' | 'callbackGuard' | 'demo' | 'webhookSecrets'>

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
      callback: Type.String({ maxLength: 4_096, description: 'where sms.ru reports the end of a callcheck' }),
      keep: Type.Boolean({
        description: 'keep the credential: only types and callback change, which it shows none for',
      }),
    }),
  }),
  async prepare(context: Preparing, { service, dialect, types = 'live', callback = '', keep = false }) {
    const text = callback.trim()
    if (dialect !== 'sms.ru' && (text !== '' || types !== 'live'))
      throw wrongField(text === '' ? 'types' : 'callback', 'nothing: only sms.ru has it')
    if (text !== '') await checkedAddress(context, service, text, 'callback')
    const made = dialect === 'none' || keep ? null : await newCredential(context, dialect, service)
    return { service, dialect, types, callbackUrl: text, made }
  },
  async run(tx, { service, dialect, types, callbackUrl, made }) {
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
    tx.log({ service, dialect }, accountId)
    return { dialect }
  },
  shown: (_: Preparing, { made }) => ({ credential: made?.credential ?? null }),
})
