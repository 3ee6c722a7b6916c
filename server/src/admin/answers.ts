import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { installationSchema } from '../accounts/installation.ts'
import { serviceSettingsSchema } from '../accounts/service-settings.ts'
import { list, number, orNull, text, time, yes } from '../cabinet/views/answer.ts'
import { type Operations, operationsByExport } from '../operations/operations-table.ts'
import { trunkSettingsSchema } from '../telephony/trunks/trunk-settings.ts'

const id = Type.Integer()
const facts = (...names: readonly string[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Union([text, number])])))
/** Of a retry it is null. */
const once = orNull(text)

const account = {
  id,
  email: text,
  status: text,
  tariff: text,
  timeZone: text,
  demo: yes,
  phoneConfirmed: yes,
  balance: number,
  held: number,
  createdAt: time,
}
export const serviceMembers = {
  id,
  accountId: id,
  name: text,
  useDirection: text,
  status: Type.Enum(['active', 'off', 'archived']),
  previousKeyEndsAt: time,
  keyUsedAt: time,
  previousKeyUsedAt: time,
  settings: Type.Unsafe<object>(serviceSettingsSchema),
  chargedOnDeliveryUntil: time,
  lastRequestAt: time,
  createdAt: time,
}
const ofService = { id, serviceId: id, createdAt: time }
const anything = Type.Unsafe<object>(Type.Record(Type.String(), Type.Unknown()))
const keptHook = { ...ofService, kind: text, settings: anything, previousEndsAt: orNull(time) }
const hook = { ...keptHook, credential: once }
const gateway = { ...ofService, kind: text, channel: text, url: text, countries: list(text) }
const oidcClient = { ...ofService, id: text, settings: anything, isPublic: yes }
const endpoint = { ...ofService, url: text, types: orNull(list(text)), description: text, enabled: yes }
const secrets = Type.Object({ current: text, previous: orNull(text), previousEndsAt: time })
const trunk = Type.Object({
  name: text,
  demo: yes,
  settings: Type.Unsafe<object>(trunkSettingsSchema),
  updatedAt: time,
  hasPassword: yes,
})
const range = { first: text, last: text }
const voiceFacts = <P extends TProperties>(more: P) =>
  Type.Object({ ...more, language: text, piece: orNull(text) })

type AnswerOf<O> = O extends { readonly answered?: infer A } ? Exclude<A, undefined> : never
/** What the admin API answers of it; the others answer `{"done": true}`. */
type Answering = {
  [K in keyof Operations]: Operations[K] extends { readonly api?: infer Api }
    ? NonNullable<Api> extends { readonly path: infer Path }
      ? [Path] extends [never]
        ? never
        : [AnswerOf<Operations[K]>] extends [object]
          ? K
          : never
      : never
    : never
}[keyof Operations]

/** Each schema holds for what its operation answers: the compiler compares them. */
const checked = <T extends Readonly<Record<Answering, TSchema>>>(
  table: T & { readonly [K in Answering]: AnswerOf<Operations[K]> extends Static<T[K]> ? unknown : never },
): T => table

const answers = checked({
  createAccount: Type.Object({ ...account, password: Type.Optional(once) }),
  topUp: Type.Object({ amount: number, balance: number }),
  reverseTopUp: Type.Object({ balance: number }),
  setAccountStatus: Type.Object(account),
  makeReal: Type.Object(account),
  setTimeZone: facts('account', 'from', 'to'),
  setAccountTariff: Type.Object({ previous: text }),
  createService: Type.Object({ ...serviceMembers, secretKey: once }),
  changeService: Type.Object(serviceMembers),
  archiveService: Type.Object(serviceMembers),
  addKey: Type.Object({ id, name: text, scope: text, secretKey: once }),
  rotateKey: Type.Object({ name: text, previousKeyEndsAt: time, secretKey: once }),
  changeKey: Type.Object({ id, name: text, scope: text }),
  revokeKey: facts('key', 'service'),
  addHook: Type.Object(hook),
  rotateHook: Type.Object(hook),
  changeHook: Type.Object(keptHook),
  removeHook: facts('hook', 'service', 'kind'),
  addGateway: Type.Object({ ...gateway, secret: once }),
  changeGateway: Type.Object(gateway),
  removeGateway: facts('gateway', 'service', 'channel'),
  addEndpoint: Type.Object({ ...endpoint, secret: once }),
  changeEndpoint: Type.Object(endpoint),
  removeEndpoint: facts('endpoint', 'service'),
  showEndpointSecret: secrets,
  rotateEndpointSecret: secrets,
  sendTestEvent: facts('webhookId'),
  showWebhookSecret: secrets,
  changeWebhookSecret: secrets,
  addOidcClient: Type.Object({ ...oidcClient, secret: once }),
  changeOidcClient: Type.Object(oidcClient),
  removeOidcClient: facts('client', 'service'),
  rotateOidcKeys: Type.Object({ keys: list(text) }),
  addAlarmReceiver: Type.Object({ id, secret: once }),
  removeAlarmReceiver: facts('id'),
  silenceAlarms: Type.Object({ id, until: time }),
  endSilence: facts('id'),
  addToPool: Type.Object({ ...range, numbers: id }),
  removeFromPool: Type.Object({ ...range, removed: id }),
  labelNumbers: Type.Object({ ...range, labelled: id }),
  releaseNumbers: Type.Object({ ...range, trunk: text }),
  addConfirmationNumbers: Type.Object({ added: id, known: id }),
  removeConfirmationNumbers: Type.Object({ removed: id, unknown: id }),
  changeWording: Type.Object({ version: id, isNew: yes }),
  changeDialect: Type.Object({
    dialect: text,
    credential: Type.Union([text, Type.Record(Type.String(), text), Type.Null()]),
  }),
  blockAddress: facts('address'),
  unblockAddress: facts('address'),
  blockPrefix: facts('prefix'),
  unblockPrefix: facts('prefix'),
  changeDoNotCall: Type.Object({ phoneMask: text, since: orNull(time) }),
  importDoNotCall: Type.Object({
    added: id,
    known: id,
    refused: list(Type.Object({ place: id, why: text })),
  }),
  resumePrefix: facts('service', 'prefix'),
  setSpendCap: Type.Object({ scope: text, perHour: number, perDay: number }),
  saveTariff: Type.Object({
    code: text,
    name: text,
    chargesFailed: yes,
    chargesSuspects: yes,
    chargesOnApproval: yes,
    refusesOwnCodes: yes,
    prices: list(Type.Object({ mode: text, prefix: text, price: number })),
  }),
  addTrunk: trunk,
  changeTrunk: trunk,
  removeTrunk: facts('trunk'),
  addAdminToken: Type.Object({ name: text, scopes: list(text), token: once }),
  removeAdminToken: facts('name'),
  changeInstallation: installationSchema,
  newTopUpSecret: Type.Object({ secret: text }),
  saveContract: facts('document', 'network', 'trunk', 'lastDay'),
  removeContract: facts('document'),
  importContracts: facts('count'),
  setRecording: voiceFacts({ service: id }),
  removeRecording: voiceFacts({ service: id }),
  setInstallationRecording: voiceFacts({}),
  removeInstallationRecording: voiceFacts({}),
})

const byName = new Map(
  Object.entries(answers).map(([name, schema]) => [operationsByExport[name as Answering].name, schema]),
)

export const answerOf = (operation: string): TSchema => byName.get(operation) ?? Type.Object({ done: yes })
