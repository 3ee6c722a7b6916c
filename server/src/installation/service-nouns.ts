import { Type } from 'typebox'
import { addEndpoint, changeEndpoint, removeEndpoint } from '../operations/event-endpoints.ts'
import { addGateway, changeGateway, removeGateway } from '../operations/gateways.ts'
import { addHook, changeHook, removeHook } from '../operations/hooks.ts'
import { addOidcClient, changeOidcClient, removeOidcClient } from '../operations/oidc.ts'
import { pick } from '../platform/pick.ts'
import { hookKinds } from '../storage/queries/hooks.ts'
import { type Change, membersOf, type Noun, named, shape } from './noun.ts'

const scopes = { put: ['accounts'], remove: ['accounts'] } as const
const ofService = ({ parent }: Change) => ({ service: parent!.id })
const owner = ({ parent }: Pick<Change, 'parent'>) => parent!.accountId

export const hookNoun: Noun = {
  plural: 'hooks',
  about: 'A hook of an identity server',
  name: Type.Enum([...hookKinds]),
  value: shape(membersOf(addHook, 'service', 'kind')),
  secrets: ['secret'],
  hasCredential: true,
  scopes,
  hidesSecrets: true,
  // Where the credential stands says what form it has.
  isReplaced: ({ credentialIn }) => credentialIn !== undefined,
  async list({ store }, service) {
    const hooks = await store.hooksOf(Number(service!.id))
    return hooks.map(({ id, kind, settings }) => ({
      name: kind,
      id,
      value: { ...settings },
      // Nothing else makes the credential of zitadel.
      has: kind === 'zitadel' ? ['secret'] : [],
    }))
  },
  async put(change, value) {
    const { name: kind, before } = change
    if (before === undefined)
      return (await change.run(addHook, { ...value, ...ofService(change), kind }, owner(change))).id
    await change.run(changeHook, { ...value, hook: before.id }, owner(change))
    return before.id
  },
  remove: (change) => change.run(removeHook, { hook: change.before.id }, owner(change)),
}

export const gatewayNoun: Noun = {
  plural: 'gateways',
  about: 'A gateway, by its channel',
  name: Type.String({ minLength: 1, maxLength: 24 }),
  value: shape(membersOf(addGateway, 'service')),
  needs: ['kind', 'handsOver'],
  secrets: ['token'],
  hasCredential: true,
  scopes,
  hidesSecrets: true,
  isReplaced: ({ kind }) => kind !== undefined,
  fault: ({ handsOver = true }) =>
    handsOver ? undefined : { field: 'handsOver', expected: 'true, or no gateway' },
  async list({ store }, service) {
    const gateways = await store.gatewaysOf(Number(service!.id))
    return named(gateways, 'channel', (each) => each.channel).map(({ record, name, given }) => ({
      name,
      id: record.id,
      value: { ...given, ...pick(record, 'kind', 'url', 'countries'), handsOver: true },
      has: record.kind === 'telegram' ? ['token'] : [],
    }))
  },
  async put(change, value) {
    const { name: channel, before } = change
    const made = { channel, countries: [], ...value, ...ofService(change) }
    if (before === undefined) return (await change.run(addGateway, made, owner(change))).id
    await change.run(changeGateway, { ...value, gateway: before.id }, owner(change))
    return before.id
  },
  remove: (change) => change.run(removeGateway, { gateway: change.before.id }, owner(change)),
}

export const endpointNoun: Noun = {
  plural: 'endpoints',
  about: 'A webhook endpoint, by its address',
  name: Type.String({ minLength: 1, maxLength: 2_052 }),
  value: shape(membersOf(addEndpoint, 'service')),
  hasCredential: true,
  scopes,
  async list({ store }, service) {
    const endpoints = await store.endpointsOf(Number(service!.id))
    return named(endpoints, 'url', ({ url }) => url).map(({ record, name, given }) => ({
      name,
      id: record.id,
      value: { ...given, ...pick(record, 'types', 'description', 'enabled') },
    }))
  },
  async put(change, value) {
    const { name: url, before } = change
    if (before !== undefined) {
      await change.run(changeEndpoint, { ...value, endpoint: before.id }, owner(change))
      return before.id
    }
    const made = { url, types: null, description: '', enabled: true, ...value, ...ofService(change) }
    return (await change.run(addEndpoint, made, owner(change))).id
  },
  remove: (change) => change.run(removeEndpoint, { endpoint: change.before.id }, owner(change)),
}

export const oidcClientNoun: Noun = {
  plural: 'oidc-clients',
  about: 'An OpenID Connect client, by its name',
  name: Type.String({ minLength: 1, maxLength: 64 }),
  value: shape(membersOf(addOidcClient, 'service')),
  needs: ['redirects'],
  hasCredential: true,
  scopes,
  // A client without a secret has nothing to show once it is one with a secret.
  isReplaced: (changed) => changed.public !== undefined,
  async list({ store }, service) {
    const clients = await store.oidcClients(Number(service!.id))
    return named(clients, 'name', ({ settings }) => settings.name).map(({ record, name, given }) => {
      const { name: _, isTest, ...settings } = record.settings
      return {
        name,
        id: record.id,
        value: { ...given, ...settings, test: isTest, public: record.secretHash === null },
      }
    })
  },
  async put(change, value) {
    const { name, before } = change
    const made = { name, ...value, ...ofService(change) }
    if (before === undefined) return (await change.run(addOidcClient, made, owner(change))).id
    await change.run(changeOidcClient, { ...value, client: before.id }, owner(change))
    return before.id
  },
  remove: (change) => change.run(removeOidcClient, { client: change.before.id }, owner(change)),
}
