import { publicUrl } from '../../app/open-listeners.ts'
import { removeHook, replaceHookSecret } from '../../operations/webhooks.ts'
import { hourMs } from '../../platform/clock.ts'
import { operationCommand } from '../operation-command.ts'
import { isoTime, timeText } from '../wording.ts'
import { overlapOption } from './service-keys.ts'

const operands = { provider: 'PROVIDER', service: 'SERVICE_ID' }

const secret = operationCommand(
  replaceHookSecret,
  {
    words: 'hook secret',
    operands,
    options: { overlapHours: overlapOption },
    defaults: { overlapHours: 24 },
  },
  (made, { service, provider, overlapHours }, { settings, now }) => {
    const address = `${publicUrl(settings)}/v2/hooks/${provider}/${service}`
    const endsAt = made.isFirst ? null : now() + overlapHours * hourMs
    const until = endsAt === null ? '' : `\nThe secret before is accepted until ${timeText(endsAt)} (UTC).`
    return {
      json: { service, provider, address, secret: made.secret, previous_ends: isoTime(endsAt ?? 0) },
      text: `${made.secret}\nIt is shown only here. Paste it at the provider, with this address: ${address}${until}`,
    }
  },
)

const remove = operationCommand(
  removeHook,
  { words: 'hook remove', operands },
  ({ removed }, { service, provider }) => ({
    json: { service, provider, removed },
    text: removed ? 'The hook is removed.' : `Service ${service} has no such hook.`,
  }),
)

export const hookCommands = [secret, remove]
