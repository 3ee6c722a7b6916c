import { Type } from 'typebox'
import { channelPattern } from '../accounts/service-settings.ts'
import { pick } from '../platform/pick.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import * as gateways from '../storage/queries/gateways.ts'
import { sealedGatewaySecret, telegramUrl } from '../webhooks/gateway.ts'
import { newWebhookSecret } from '../webhooks/signature.ts'
import { type Changes, changesOf, isEmpty, namesOf } from './changes.ts'
import { type Addressing, checkedAddress } from './event-endpoints.ts'
import { belonging, id, knownService, optional, tooMany } from './fields.ts'
import { type FullContext, type OperationTx, operation } from './operation.ts'
import { changed } from './wording.ts'

type GatewayFacts = { gateway: number; service: number; channel: string }
type Making = Addressing & Pick<FullContext, 'random' | 'sealer'>

const fields = {
  channel: Type.String({
    pattern: channelPattern,
    description: 'the word by which steps name it',
    expected: 'a word of at most 20 small letters, digits and dashes, such as sms',
  }),
  url: Type.String({
    maxLength: 4_096,
    description: 'where codes go; Telegram’s own for telegram when not given',
  }),
  token: Type.String({
    pattern: '^[!-~]{8,400}$',
    description: 'of Telegram Gateway',
    expected: 'its access token',
  }),
  countries: Type.Array(Type.String({ pattern: '^[A-Z]{2}$', expected: 'codes such as RU' }), {
    maxItems: 250,
    description: 'countries that it serves, such as RU; all when empty',
  }),
}

export const addGateway = operation({
  name: 'gateway.add',
  about: 'Add a gateway, which delivers the codes of http steps; the secret is shown once',
  log: ({ service, channel }: GatewayFacts) => [
    `gateway for ${channel} of service ${service} added`,
    `добавлен шлюз ${channel} сервиса ${service}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service/gateways' },
  id: 'may',
  isIndependent: true,
  input: Type.Object({
    service: id,
    kind: Type.Enum([...gateways.gatewayKinds], {
      description: 'http: a program of yours; telegram: Telegram Gateway',
    }),
    ...pick(fields, 'channel'),
    ...optional(pick(fields, 'url', 'token')),
    ...pick(fields, 'countries'),
    handsOver: Type.Boolean({
      description: 'that phone and code are handed to a third party; without it nothing is added',
    }),
  }),
  async prepare(making: Making, { service, kind, url, token, handsOver, ...given }) {
    if (!handsOver) throw wrongField('handsOver', 'your word that phone and code are handed to a third party')
    if ((kind === 'telegram') !== (token !== undefined))
      throw wrongField(
        'token',
        kind === 'telegram' ? 'the access token of Telegram Gateway' : 'nothing for http',
      )
    const wanted = url?.trim() || (kind === 'telegram' ? telegramUrl : '')
    await checkedAddress(making, service, wanted)
    const made = newWebhookSecret(making.random.bytes)
    const secret = sealedGatewaySecret(making.sealer, service, token ?? made)
    return { service, kind, ...given, url: wanted, secret, shown: token === undefined ? made : null }
  },
  async run(tx, { service, shown, ...wanted }) {
    const { accountId } = await knownService(tx, service)
    const { channel } = wanted
    const made = await gateways.addGateway(tx.sql, { serviceId: service, ...wanted, createdAt: tx.at })
    if (made === undefined) throw tooMany('too-many-gateways', gateways.maxGatewaysPerService, 'gateways')
    tx.log({ gateway: made.id, service, channel }, accountId)
    return gatewayView(made)
  },
  shown: (_: Making, { shown }) => ({ secret: shown }),
})

export const changeGateway = operation({
  name: 'gateway.change',
  about: 'Change a gateway; the secret that signs stays',
  log: ({ service, channel, changes }: GatewayFacts & { changes: Changes }) => [
    `gateway for ${channel} of service ${service} changed: ${changed(changes)}`,
    `изменён шлюз ${channel} сервиса ${service}: ${changed(changes)}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/gateways/:gateway' },
  input: Type.Object({ gateway: id, ...optional(fields) }),
  async prepare(making: Making, { gateway, url, token, ...given }) {
    const known = await making.store.gatewayById(gateway)
    const owner = known && (await making.store.service(known.serviceId))
    const isOthers = making.accountId !== undefined && owner?.accountId !== making.accountId
    if (known === undefined || isOthers) throw noGateway(gateway)
    const { serviceId, kind } = known
    const wanted = url?.trim() || known.url
    if (token !== undefined && kind === 'http') throw wrongField('token', 'nothing for http')
    // The token is sent to the address: whoever may change that could otherwise read it.
    if (kind === 'telegram' && wanted !== known.url && token === undefined)
      throw wrongField('token', 'the access token again, because the address changes')
    if (wanted !== known.url) await checkedAddress(making, serviceId, wanted)
    const secret = token === undefined ? undefined : sealedGatewaySecret(making.sealer, serviceId, token)
    return { gateway, given: { ...given, ...(url && { url: wanted }), ...(secret && { secret }) } }
  },
  async run(tx, { gateway, given }) {
    const { accountId, service, record } = await knownGateway(tx, gateway)
    const after = { ...record, ...given }
    const changes = namesOf(changesOf(record, after, Object.keys(given) as (keyof typeof given)[]))
    if (!isEmpty(changes)) {
      await gateways.changeGateway(tx.sql, after)
      tx.log({ gateway, service, channel: record.channel, changes }, accountId)
    }
    return gatewayView(after)
  },
})

export const removeGateway = operation({
  name: 'gateway.remove',
  about: 'Remove a gateway',
  log: ({ service, channel }: GatewayFacts) => [
    `gateway for ${channel} of service ${service} removed`,
    `удалён шлюз ${channel} сервиса ${service}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/gateways/:gateway/remove' },
  isIndependent: true,
  input: Type.Object({ gateway: id }),
  async run(tx, { gateway }) {
    const { accountId, service, record } = await knownGateway(tx, gateway)
    const { channel } = record
    await gateways.removeGateway(tx.sql, gateway)
    return tx.log({ gateway, service, channel }, accountId)
  },
})

const noGateway = (gateway: number) => new OperationRefused('no-gateway', `There is no gateway ${gateway}`)

const knownGateway = async (tx: OperationTx, gateway: number) =>
  belonging(tx, await gateways.gateway(tx.sql, gateway), noGateway(gateway))

/** Everything but the secret. */
export const gatewayView = ({ secret, ...shown }: gateways.GatewayRecord) => shown
