import { invitationLinks } from '../../operations/recorded-links.ts'
import { fields } from '../columns.ts'
import { defineCommand, one } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { email } from '../readings.ts'
import { isoTime, timeText } from '../wording.ts'
import { handOut } from './person.ts'

const create = defineCommand({
  words: 'invite create',
  summary: 'Create a link with which a person signs up and gets a new account',
  operands: {},
  options: {
    email: one('EMAIL', 'only for this address; without it whoever has the link may use it', email),
  },
  begins: true,
  async run({ options, open, terminal }) {
    const context = await open()
    if (context.settings.RINGKEY_SIGN_UP === 'closed') {
      throw new CommandFailed('RINGKEY_SIGN_UP is closed: nobody can sign up. Make it invite first.')
    }
    const address = options.email ?? ''
    const known = address === '' ? undefined : await context.store.personByEmail(address)
    // A person without an account opens one with the link, while signed in.
    if (known !== undefined && (await context.store.memberships(known.id)).length > 0) {
      throw new CommandFailed(`${address} is here already: see ringkey person reset`)
    }
    const invitation = { purpose: 'sign-up', email: address } as const
    const { link, endsAt } = await handOut(context, terminal, 'sign-up', invitation, invitationLinks(context))
    return {
      json: { email: address === '' ? null : address, link, ends: isoTime(endsAt) },
      text: fields([
        ['For', address === '' ? 'whoever has the link' : address],
        ['Link', link],
        ['Works', `once, until ${timeText(endsAt)} UTC`],
      ]),
    }
  },
})

export const inviteCommands = [create]
