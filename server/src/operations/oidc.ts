import { Type } from 'typebox'
import { modes } from '../books/call.ts'
import { isLoopbackHost } from '../platform/address-list.ts'
import { dayMs } from '../platform/clock.ts'
import { pick } from '../platform/pick.ts'
import { type Random, randomWord } from '../platform/random.ts'
import type { Sealer } from '../platform/sealing.ts'
import { sha256 } from '../platform/sha256.ts'
import { watch } from '../storage/author.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import * as stored from '../storage/queries/oidc.ts'
import { type Changes, changesOf, isEmpty, namesOf } from './changes.ts'
import { belonging, id, knownService, optional } from './fields.ts'
import { newSigningKeys, newSubjectKey } from './oidc-keys.ts'
import { type FullContext, type OperationContext, type OperationTx, operation } from './operation.ts'
import { changed } from './wording.ts'

type Making = OperationContext & Pick<FullContext, 'random' | 'sealer'>

const maxClients = 50
const maxRedirects = 20
const idLength = 20
/** 238 random bits: a plain hash protects them. */
const secretLength = 40
/** A program that still has the set of before finds the key of a token that was signed a moment ago. */
const publishedMs = 2 * dayMs

const aRedirect =
  'an https address, or http on this machine, without a fragment, such as https://app.example/callback'
const redirects = (what: string) =>
  Type.Array(Type.String({ maxLength: 2_048, expected: aRedirect }), {
    maxItems: maxRedirects,
    description: what,
  })

const aClient = Type.String({ pattern: '^oc_[A-Za-z0-9]{20}$', expected: 'the id of a client such as oc_…' })

const furtherFields = {
  logoutRedirects: redirects('where people may be sent after they signed out'),
  test: Type.Boolean({ description: 'test numbers may sign in' }),
  modes: Type.Array(Type.Enum(modes.filter((mode) => mode !== 'http')), {
    minItems: 1,
    maxItems: 4,
    description: 'ways to call, in this order; the workflow of the service when not given',
  }),
  rememberDays: Type.Integer({
    minimum: 0,
    maximum: 30,
    description: 'days in which a browser that signed in is not asked again; 0 when not given',
    expected: 'days from 0 to 30',
  }),
  algorithm: Type.Enum([...stored.signingAlgorithms], {
    description: 'of ID tokens; RS256 when not given',
  }),
  colour: Type.String({
    pattern: '^#[0-9a-f]{6}$',
    description: 'of the buttons of the sign-in page',
    expected: 'a colour such as #1a5fb4',
  }),
  logo: Type.String({
    maxLength: 56_000,
    pattern: '^data:image/(png|webp|svg\\+xml);base64,[A-Za-z0-9+/]+={0,2}$',
    description: 'the logo of the sign-in page',
    expected: 'a data: URL of a PNG, WebP or SVG image in base64, at most 40 kB',
  }),
}
const fields = {
  name: Type.String({
    pattern: '^\\S(?:.{0,58}\\S)?$',
    description: 'what people see on the sign-in page',
    expected: 'a name of 1 to 60 characters',
  }),
  redirects: redirects('where people return to; must match exactly'),
  ...furtherFields,
}

export const addOidcClient = operation({
  name: 'oidc-client.add',
  about: 'Add an OpenID Connect client; its secret is shown once',
  log: ({ client, service }: { client: string; service: number }) => [
    `OpenID Connect client ${client} of service ${service} added`,
    `добавлен клиент OpenID Connect ${client} сервиса ${service}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service/oidc-clients' },
  id: 'may',
  input: Type.Object({
    service: id,
    ...pick(fields, 'name', 'redirects'),
    ...optional({
      public: Type.Boolean({ description: 'without a secret, for programs on the devices of people' }),
      ...furtherFields,
    }),
  }),
  async prepare({ random, sealer, store }: Making, { service, public: isPublic, test, ...given }) {
    checkRedirects(given)
    const settings: stored.OidcClientSettings = {
      logoutRedirects: [],
      algorithm: 'RS256',
      rememberDays: 0,
      ...given,
      isTest: test ?? false,
    }
    const secret = isPublic ? null : randomWord(random, secretLength)
    return {
      clientId: `oc_${randomWord(random, idLength)}`,
      service,
      settings,
      secret,
      secretHash: secret === null ? null : sha256(secret),
      keys: (await store.oidcKeys()).length > 0 ? [] : await firstKeys(sealer, random),
    }
  },
  async run(tx, { clientId, service, settings, secretHash, keys }) {
    const { accountId } = await knownService(tx, service)
    if ((await stored.oidcClients(tx.sql, service)).length >= maxClients)
      throw new OperationRefused('too-many-oidc-clients', `Service ${service} has ${maxClients} clients`)
    if ((await stored.oidcKeys(tx.sql)).length === 0) await stored.addOidcKeys(tx.sql, { keys, at: tx.at })
    const made = { id: clientId, serviceId: service, secretHash, settings, createdAt: tx.at }
    await stored.addOidcClient(tx.sql, made)
    tx.log({ client: clientId, service }, accountId)
    return oidcClientView(made)
  },
  shown: (_: Making, { clientId, secret }) => ({ id: clientId, secret }),
})

export const changeOidcClient = operation({
  name: 'oidc-client.change',
  about: 'Change an OpenID Connect client; its id and secret stay',
  log: ({ client, service, changes }: { client: string; service: number; changes: Changes }) => [
    `OpenID Connect client ${client} of service ${service} changed: ${changed(changes)}`,
    `изменён клиент OpenID Connect ${client} сервиса ${service}: ${changed(changes)}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/oidc-clients/:client' },
  input: Type.Object({ client: aClient, ...optional(fields) }),
  async run(tx, { client, test, ...given }) {
    checkRedirects(given)
    const { service, accountId, record } = await knownClient(tx, client)
    const settings = { ...record.settings, ...given, ...(test === undefined ? {} : { isTest: test }) }
    const names = Object.keys(settings) as (keyof typeof settings)[]
    const changes = namesOf(changesOf(record.settings, settings, names))
    if (!isEmpty(changes)) {
      await stored.changeOidcClient(tx.sql, { id: client, settings })
      tx.log({ client, service, changes }, accountId)
    }
    return oidcClientView({ ...record, settings })
  },
})

export const removeOidcClient = operation({
  name: 'oidc-client.remove',
  about: 'Remove an OpenID Connect client; its tokens stop working',
  log: ({ client, service }: { client: string; service: number }) => [
    `OpenID Connect client ${client} of service ${service} removed`,
    `удалён клиент OpenID Connect ${client} сервиса ${service}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/oidc-clients/:client/remove' },
  input: Type.Object({ client: aClient }),
  async run(tx, { client }) {
    const { service, accountId } = await knownClient(tx, client)
    await stored.removeOidcClient(tx.sql, client)
    return tx.log({ client, service }, accountId)
  },
})

/** The service itself: it replaces the keys by their age. */
export const keyWatch = watch('key watch')

export const rotateOidcKeys = operation({
  name: 'oidc-keys.rotate',
  about: 'Sign ID tokens with new keys; the old ones stay published for two days',
  log: (_: Readonly<Record<string, never>>) => [
    'ID tokens are signed with new keys',
    'ID-токены подписываются новыми ключами',
  ],
  api: { scope: 'accounts', path: '/oidc-keys/rotate' },
  input: Type.Object({}),
  prepare: async ({ sealer, random }: Making) => ({ keys: await newSigningKeys(sealer, random) }),
  async run(tx, { keys }) {
    await stored.retireOidcKeys(tx.sql, { at: tx.at, endsAt: tx.at + publishedMs })
    await stored.addOidcKeys(tx.sql, { keys, at: tx.at })
    tx.log({})
    return { keys: keys.map((key) => key.id) }
  },
})

async function firstKeys(sealer: Sealer, random: Random) {
  return [newSubjectKey(sealer, random), ...(await newSigningKeys(sealer, random))]
}

async function knownClient(tx: OperationTx, client: string) {
  const missing = new OperationRefused('no-oidc-client', `There is no client ${client}`)
  return belonging(tx, await stored.oidcClient(tx.sql, client), missing)
}

function checkRedirects(given: { redirects?: readonly string[]; logoutRedirects?: readonly string[] }) {
  if (given.redirects?.length === 0) throw wrongField('redirects', aRedirect)
  for (const field of ['redirects', 'logoutRedirects'] as const)
    if (given[field]?.some((each) => !isRedirect(each))) throw wrongField(field, aRedirect)
}

/** Everything but the secret. */
export function oidcClientView({ secretHash, ...client }: stored.OidcClient) {
  return { ...client, isPublic: secretHash === null }
}

function isRedirect(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.href.includes('#') || text.includes('#')) return false
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
}
