import { hashKey, newSecretKey } from '../accounts/secret-key.ts'
import { newServiceSettings, wrongSetting } from '../accounts/service-settings.ts'
import { namesOf } from '../fields/field.ts'
import { serviceFields } from '../fields/service-fields.ts'
import type { Random } from '../platform/random.ts'
import { madeId } from '../storage/operation-records.ts'
import type { ServiceChange, ServiceRecord, ServiceSettings } from '../storage/records.ts'
import type { Store } from '../storage/store.ts'
import { knownAccount } from './accounts.ts'
import { type Operating, operate } from './operate.ts'
import { OperationRefused, wrongField } from './operation-refused.ts'

const maxNameLength = 100
const maxUseLength = 300
/** Keeps the list of a client's services on one page. A client who needs more asks the operator. */
const maxServicesByOwner = 200

export interface NewService {
  readonly accountId: number
  readonly name: string
  readonly useDirection: string
  readonly settings: Partial<ServiceSettings>
  readonly sealedWebhookSecret: Uint8Array
}

/** The secret key is shown once and stored as a hash. */
export async function createService(
  operating: Operating & { readonly random: Random; readonly defaultCountries: readonly string[] },
  { accountId, settings: given, ...service }: NewService,
): Promise<{ readonly service: ServiceRecord; readonly secretKey: string }> {
  const { store, author, random, defaultCountries } = operating
  const texts = checkedTexts(service)
  const settings = { ...newServiceSettings(defaultCountries), ...given }
  requireSound(settings)
  const secretKey = newSecretKey(random)
  const made = await operate(operating, async (at) => {
    await knownAccount(store, accountId)
    if (author.role === 'member' && (await store.services(accountId)).length >= maxServicesByOwner) {
      throw new OperationRefused('too-many-services', `an account has at most ${maxServicesByOwner} services`)
    }
    return {
      change: 'createService',
      input: {
        accountId,
        name: texts.name ?? '',
        useDirection: texts.useDirection ?? '',
        keyHash: hashKey(secretKey),
        settings,
        sealedWebhookSecret: service.sealedWebhookSecret,
        at,
      },
      log: { kind: 'service-made', facts: { service: madeId, account: accountId } },
      history: { accountId, text: 'service {id} created' },
    }
  })
  return { service: made!, secretKey }
}

/** `fields` names the changes, in the words of the command or the form. */
export function changeService(
  operating: Operating,
  change: Omit<ServiceChange, 'at'>,
  fields: readonly string[],
): Promise<ServiceRecord> {
  requireSound(change.settings ?? {})
  if (operating.author.role === 'member') requireOwn(change.settings ?? {})
  const checked = { ...change, ...checkedTexts(change) }
  return save(operating, checked, `changed: ${fields.join(', ')}`, fields)
}

export function archiveService(operating: Operating, id: number): Promise<ServiceRecord> {
  return save(operating, { id, status: 'archived' }, 'archived', ['status'])
}

/** Only the operator can grant free repeats. */
export async function setLegacyRepeats(
  operating: Operating,
  { serviceId, on }: { readonly serviceId: number; readonly on: boolean },
): Promise<void> {
  await operate(operating, async (at) => {
    const { accountId } = await knownService(operating.store, serviceId)
    return {
      change: 'changeService',
      input: { id: serviceId, settings: { legacyRepeats: on }, at },
      log: { kind: 'legacy-repeats', facts: { service: serviceId, on } },
      history: { accountId, text: `legacy repeats of service ${serviceId} ${on ? 'on' : 'off'}` },
    }
  })
}

export async function knownService(store: Store, id: number): Promise<ServiceRecord> {
  const service = await store.service(id)
  if (service === undefined) throw new OperationRefused('no-service', `There is no service ${id}`)
  return service
}

async function save(
  operating: Operating,
  change: Omit<ServiceChange, 'at'>,
  words: string,
  fields: readonly string[],
): Promise<ServiceRecord> {
  const after = await operate(operating, async (at) => {
    const service = await knownService(operating.store, change.id)
    return {
      change: 'changeService',
      input: { ...change, at },
      log: { kind: 'service-changed', facts: { service: service.id, fields } },
      history: { accountId: service.accountId, text: `service ${service.id} ${words}` },
    }
  })
  return after!
}

function checkedTexts({ name, useDirection }: { readonly name?: string; readonly useDirection?: string }) {
  const texts = {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(useDirection === undefined ? {} : { useDirection: useDirection.trim() }),
  }
  if (texts.name !== undefined && (texts.name === '' || texts.name.length > maxNameLength)) {
    throw wrongField('name', `a text of 1 to ${maxNameLength} characters`)
  }
  if ((texts.useDirection?.length ?? 0) > maxUseLength) {
    throw wrongField('useDirection', `at most ${maxUseLength} characters`)
  }
  return texts
}

/** Some settings only the operator may change. */
function requireOwn(settings: Partial<ServiceSettings>): void {
  const foreign = namesOf(serviceFields).find(
    (name) => name in settings && serviceFields[name].group === 'operator',
  )
  if (foreign !== undefined) throw wrongField(foreign, 'a setting that an owner may change')
}

function requireSound(settings: Partial<ServiceSettings>): void {
  const unknown = Object.keys(settings).find((name) => !Object.hasOwn(serviceFields, name))
  if (unknown !== undefined) throw wrongField(unknown, 'a setting that services have')
  const fault = wrongSetting(settings)
  if (fault !== undefined) throw wrongField(fault.field, fault.expected)
}
