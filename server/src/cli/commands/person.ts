import { publicUrl } from '../../app/open-listeners.ts'
import { type LinkPage, linkTo, makeLink, operatorLinkMs } from '../../cabinet/one-time-links.ts'
import { makeOperator, setOperator } from '../../operations/people.ts'
import { perform } from '../../operations/perform.ts'
import { emailLinks, invitationLinks, operatorLinks, passwordLinks } from '../../operations/recorded-links.ts'
import type { PersonRecord } from '../../storage/queries/people.ts'
import type { LinkPurpose } from '../../storage/queries/sessions.ts'
import type { Store } from '../../storage/store.ts'
import { fields, listing } from '../columns.ts'
import { defineCommand, flag, one, operand } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandFailed } from '../failures.ts'
import { email } from '../readings.ts'
import type { Terminal } from '../terminal.ts'
import { isoTime, timeText } from '../wording.ts'

/** A one-time link with its expiry time. */
async function handOut(
  context: CommandContext,
  terminal: Terminal,
  page: LinkPage,
  link: { purpose: LinkPurpose; email?: string; personId?: number },
  store: Pick<Store, 'createLink'>,
): Promise<{ link: string; endsAt: number }> {
  const now = context.now()
  const token = await makeLink({ store, random: terminal.random, now }, link, operatorLinkMs)
  return { link: linkTo(publicUrl(context.settings), page, token), endsAt: now + operatorLinkMs }
}

const reset = defineCommand({
  words: 'person reset',
  summary: 'Create a link with which a person sets a new password',
  operands: { email: operand('EMAIL', email) },
  options: {
    'second-factor': flag('also remove the second factor, for a person who lost phone and recovery codes'),
  },
  async run({ operands, options, open, terminal }) {
    const context = await open()
    const person = await findPerson(context, operands.email)
    const { id } = person
    const links = passwordLinks(context, { id, withoutSecondFactor: options['second-factor'] })
    const link = { purpose: 'new-password', personId: id } as const
    return linkReport(person.email, await handOut(context, terminal, 'new-password', link, links))
  },
})

/** For installations without mail: the operator vouches for the address, the person confirms it while signed in. */
const changeEmail = defineCommand({
  words: 'person email',
  summary: 'Create a link with which a signed-in person changes to a new e-mail address',
  operands: { email: operand('EMAIL', email), fresh: operand('NEW-EMAIL', email) },
  async run({ operands, open, terminal }) {
    const context = await open()
    const person = await findPerson(context, operands.email)
    if ((await context.store.personByEmail(operands.fresh)) !== undefined) {
      throw new CommandFailed(`A person already has the address ${operands.fresh}`)
    }
    const { id } = person
    const links = emailLinks(context, id)
    const link = { purpose: 'new-email', personId: id, email: operands.fresh } as const
    return linkReport(person.email, await handOut(context, terminal, 'new-email', link, links))
  },
})

const createOperator = defineCommand({
  words: 'operator create',
  summary: 'Create a link that makes a signed-in person an operator',
  operands: { email: operand('EMAIL', email) },
  begins: true,
  async run({ operands, open, terminal }) {
    const context = await open()
    const known = await context.store.personByEmail(operands.email)
    if (known === undefined) {
      const { id } = await perform(context, makeOperator, { email: operands.email })
      const link = { purpose: 'new-password', personId: id } as const
      return linkReport(operands.email, await handOut(context, terminal, 'new-password', link, context.store))
    }
    if (known.operator) throw new CommandFailed(`${known.email} is already an operator.`)
    return promotionReport(context, terminal, known)
  },
})

/**
 * Anybody may have signed up with the address, so the person becomes an operator only with this link and while signed
 * in (POST /join/operator of the cabinet). The report names the current owner of the address.
 */
async function promotionReport(context: CommandContext, terminal: Terminal, person: PersonRecord) {
  const accounts = (await context.store.memberships(person.id)).length
  const { id } = person
  const asked = { purpose: 'become-operator', personId: id } as const
  const { link, endsAt } = await handOut(
    context,
    terminal,
    'become-operator',
    asked,
    operatorLinks(context, person),
  )
  const { createdAt, lastSignInAt } = person
  return {
    json: {
      email: person.email,
      link,
      ends: isoTime(endsAt),
      found: {
        created: isoTime(createdAt),
        last_sign_in: isoTime(lastSignInAt),
        accounts,
      },
    },
    text: fields([
      ['Person', `${person.email} is here already and is no operator yet`],
      [
        'Found',
        `created ${timeText(createdAt)} UTC, last sign-in ${lastSignIn(person)}, ${accounts} accounts`,
      ],
      ['Link', link],
      ['Works', `once, until ${timeText(endsAt)} UTC, for this person, signed in`],
      ['Caution', 'the address may be unverified: give the link only to a person whom you know'],
    ]),
  }
}

const lastSignIn = ({ lastSignInAt }: PersonRecord) =>
  lastSignInAt === 0 ? 'never' : `${timeText(lastSignInAt)} UTC`

const listOperators = defineCommand({
  words: 'operator list',
  summary: 'Show the operators',
  async run({ open }) {
    const operators = await (await open()).store.operators()
    return listing(
      operators.map(({ email, sealedTotp, confirmsByTelegram, lastSignInAt }) => ({
        email,
        secondFactor: sealedTotp !== null || confirmsByTelegram,
        lastSignInAt,
      })),
      'There is no operator yet: ringkey operator create EMAIL',
      { 'E-MAIL': 'email', 'SECOND FACTOR': 'secondFactor', 'LAST SIGN-IN (UTC)': 'lastSignInAt' },
    )
  },
})

const removeOperator = defineCommand({
  words: 'operator remove',
  summary: 'Remove a person from the operators',
  operands: { email: operand('EMAIL', email) },
  async run({ operands, open }) {
    const context = await open()
    const person = await findPerson(context, operands.email)
    if (!person.operator)
      throw new CommandFailed(`${person.email} is not an operator: see ringkey operator list`)
    await perform(context, setOperator, { person: person.id, operator: false })
    return { json: { email: person.email }, text: `${person.email} is no operator any more.` }
  },
})

const invite = defineCommand({
  words: 'invite create',
  summary: 'Create a link with which a person signs up and gets a new account',
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

export const personCommands = [changeEmail, createOperator, listOperators, removeOperator, reset, invite]

/** An account that was created without a password gets its owner here. */
async function findPerson(context: CommandContext, address: string): Promise<PersonRecord> {
  const known = await context.store.personByEmail(address)
  if (known !== undefined) return known
  const account = (await context.store.accounts()).find((each) => each.email === address)
  if (account === undefined) throw new CommandFailed(`There is no person with the address ${address}`)
  await context.store.setPasswordHash({ id: account.id, passwordHash: '', at: context.now() })
  return (await context.store.personByEmail(address))!
}

function linkReport(address: string, { link, endsAt }: { link: string; endsAt: number }) {
  return {
    json: { email: address, link, ends: isoTime(endsAt) },
    text: fields([
      ['Person', address],
      ['Link', link],
      ['Works', `once, until ${timeText(endsAt)} UTC`],
    ]),
  }
}
