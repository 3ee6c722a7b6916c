import { Type } from 'typebox'
import { channelPattern } from '../accounts/service-settings.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import * as gateways from '../storage/queries/gateways.ts'
import { sealedGatewaySecret, telegramUrl } from '../webhooks/gateway.ts'
import { newWebhookSecret } from '../webhooks/signature.ts'
import { type Addressing, checkedAddress } from './event-endpoints.ts'
import { belonging, id, knownService, optional, tooMany } from './fields.ts'
import { type FullContext, operation } from './operation.ts'

type GatewayFacts = { gateway: number; service: number; channel: string }
type Making = Addressing & Pick<FullContext, 'random' | 'sealer'>

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
    channel: Type.String({
      pattern: channelPattern,
      description: 'the word by which steps name it',
      expected: 'a word of at most 20 small letters, digits and dashes, such as sms',
    }),
    ...optional({
      url: Type.String({
        maxLength: 4_096,
        description: 'where codes go; Telegram’s own for telegram when not given',
      }),
      token: Type.String({
        pattern: '^[!-~]{8,400}$',
        description: 'of Telegram Gateway',
        expected: 'its access token',
      }),
    }),
    countries: Type.Array(Type.String({ pattern: '^[A-Z]{2}$', expected: 'codes such as RU' }), {
      maxItems: 250,
      description: 'countries that it serves, such as RU; all when empty',
    }),
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
    const missing = new OperationRefused('no-gateway', `There is no gateway ${gateway}`)
    const found = await belonging(tx, await gateways.gateway(tx.sql, gateway), missing)
    const { accountId, service } = found
    const { channel } = found.record
    await gateways.removeGateway(tx.sql, gateway)
    return tx.log({ gateway, service, channel }, accountId)
  },
})

/** Everything but the secret. */
export const gatewayView = ({ secret, ...shown }: gateways.GatewayRecord) => shown
