import { changeDialect } from '../../operations/dialects.ts'
import { operationCommand } from '../operation-command.ts'

export const serviceDialect = operationCommand(
  changeDialect,
  {
    words: 'service dialect',
    operands: { service: 'SERVICE', dialect: 'sms.ru|zvonok|smsc|none' },
    flags: ['keep'],
    options: { callback: { value: 'URL' } },
  },
  ({ dialect: spoken, credential }, { service }) => {
    const shown = typeof credential === 'string' ? { credential } : (credential ?? {})
    const lines = Object.entries(shown).map(([name, value]) => `${name} ${value}`)
    const said =
      spoken === 'none' ? `Service ${service} speaks no dialect.` : `Service ${service} speaks ${spoken}.`
    const once = credential === null ? [] : ['The credential is shown only here; the one before has ended.']
    return { json: { dialect: spoken, credential }, text: [said, ...lines, ...once].join('\n') }
  },
)
