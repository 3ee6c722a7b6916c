import { publicUrl } from '../../app/open-listeners.ts'
import { removeHook, replaceHookSecret } from '../../operations/hooks.ts'
import { dayMs } from '../../platform/clock.ts'
import { hookProviders } from '../../storage/hook-records.ts'
import { defineCommand, one, operand } from '../command.ts'
import { findService } from '../finding.ts'
import { id, oneOf, overlap } from '../readings.ts'
import { isoTime, timeText } from '../wording.ts'

const hookOperands = {
  provider: operand('PROVIDER', oneOf(...hookProviders)),
  serviceId: operand('SERVICE_ID', id),
}

const secret = defineCommand({
  words: 'hook secret',
  summary: "Make a new secret for an identity provider's hook; it is shown once",
  operands: hookOperands,
  options: {
    overlap: one('DURATION', 'how long the secret before is accepted too, 1d when left out', overlap),
  },
  async run({ operands, options, terminal, open }) {
    const context = await open()
    const { provider } = operands
    const service = await findService(context, operands.serviceId)
    const overlapMs = options.overlap ?? dayMs
    const before = await context.store.hookSecret({ serviceId: service.id, provider })
    const operating = { ...context, random: terminal.random }
    const made = await replaceHookSecret(operating, service, provider, overlapMs)
    const address = `${publicUrl(context.settings)}/v2/hooks/${provider}/${service.id}`
    const endsAt = before === undefined ? null : context.now() + overlapMs
    const until = endsAt === null ? '' : `\nThe secret before is accepted until ${timeText(endsAt)} (UTC).`
    return {
      json: {
        service: service.id,
        provider,
        address,
        secret: made,
        previous_ends: endsAt === null ? null : isoTime(endsAt),
      },
      text: `${made}\nIt is shown only here. Paste it at the provider, with this address: ${address}${until}`,
    }
  },
})

const remove = defineCommand({
  words: 'hook remove',
  summary: "Refuse an identity provider's hook from now on",
  operands: hookOperands,
  options: {},
  async run({ operands, open }) {
    const context = await open()
    const { provider } = operands
    const service = await findService(context, operands.serviceId)
    const removed = await removeHook(context, service, provider)
    const text = removed ? `The hook is removed.` : `Service ${service.id} has no such hook.`
    return { json: { service: service.id, provider, removed }, text }
  },
})

export const hookCommands = [secret, remove]
