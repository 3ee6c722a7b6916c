import { publicUrl } from '../../app/open-listeners.ts'
import * as hooks from '../../operations/hooks.ts'
import { fields, listOfService } from '../columns.ts'
import type { CommandContext } from '../command-context.ts'
import { operationCommand } from '../operation-command.ts'
import { wholeNumber } from '../readings.ts'
import { isoTime, shownValue, timeText } from '../wording.ts'
import { overlapOption } from './service-keys.ts'

type HookView = ReturnType<typeof hooks.hookView>

const addressOf = ({ settings }: CommandContext, { kind, serviceId }: Pick<HookView, 'kind' | 'serviceId'>) =>
  `${publicUrl(settings)}/v2/hooks/${kind}/${serviceId}`

function madeText(url: string, credential: string | null): string {
  const address = `Set this address at the identity server: ${url}`
  return credential === null
    ? address
    : `${credential}\nIt is shown only here. Paste it at the identity server.\n${address}`
}

const settingOptions = {
  modes: { name: 'mode', value: 'MODE' },
  allowedAddresses: { name: 'allow', value: 'ADDRESS' },
  status: { value: 'NUMBER', reading: wholeNumber(200, 299, 'a status from 200 to 299') },
}

const add = operationCommand(
  hooks.addHook,
  {
    words: 'hook add',
    operands: { kind: 'KIND', service: 'SERVICE' },
    options: {
      ...settingOptions,
      secret: { value: 'PASTED' },
      credentialIn: { value: 'header:NAME|basic|member:NAME' },
    },
  },
  ({ credential, ...hook }, _, context) => {
    const url = addressOf(context, hook)
    return { json: { id: hook.id, url, credential }, text: `Hook ${hook.id}\n${madeText(url, credential)}` }
  },
)

const list = listOfService({
  words: 'hook list',
  summary: 'Show the hooks of a service',
  records: async (context, { id }) =>
    (await context.store.hooksOf(id)).map((hook) => {
      const { serviceId: _, ...view } = hooks.hookView(hook)
      return { ...view, url: addressOf(context, hook) }
    }),
  whenEmpty: (service) => `Service ${service} has no hook: ringkey hook add KIND ${service}`,
  shown: { ID: 'id', KIND: 'kind', ADDRESS: 'url', 'CREDENTIAL MADE': 'createdAt' },
})

const rotate = operationCommand(
  hooks.rotateHook,
  {
    words: 'hook rotate',
    operands: { hook: 'ID' },
    options: { overlapHours: overlapOption, secret: { value: 'PASTED' } },
    defaults: { overlapHours: 24 },
  },
  ({ credential, ...hook }, _, context) => {
    const url = addressOf(context, hook)
    const ends = hook.previousEndsAt ?? 0
    return {
      json: { id: hook.id, url, credential, previous_ends: isoTime(ends) },
      text: `${madeText(url, credential)}\nThe credential before is accepted until ${timeText(ends)} (UTC).`,
    }
  },
)

const set = operationCommand(
  hooks.changeHook,
  { words: 'hook set', operands: { hook: 'ID' }, options: settingOptions },
  ({ settings, ...hook }) => ({
    json: { id: hook.id, kind: hook.kind, ...settings },
    text: fields([
      ['Hook', hook.id],
      ['Kind', hook.kind],
      ...Object.entries(settings).map(([name, value]) => [name, shownValue(name, value)] as const),
    ]),
  }),
)

const remove = operationCommand(hooks.removeHook, { words: 'hook remove', operands: { hook: 'ID' } })

export const hookCommands = [add, list, set, rotate, remove]
