import { publicUrl } from '../../app/open-listeners.ts'
import { linkTo, makeLink, operatorLinkMs } from '../../cabinet/one-time-links.ts'
import { handOutLink, type LinkHandout, makeOperator, setOperator } from '../../operations/people.ts'
import { perform } from '../../operations/perform.ts'
import type { PersonRecord } from '../../storage/queries/people.ts'
import type { LinkPurpose } from '../../storage/queries/sessions.ts'
import { fields, listing } from '../columns.ts'
import { defineCommand, flag, operand, optional } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandFailed } from '../failures.ts'
import { email } from '../readings.ts'
import { isoTime, timeText, utcText } from '../wording.ts'

/** A one-time link with its expiry time. `handout` writes it to the logs in the same transaction. */
async function handOut(
  context: CommandContext,
  link: { readonly purpose: LinkPurpose; readonly email?: string; readonly personId?: number },
  handout?: LinkHandout,
): Promise<{ link: string; endsAt: number }> {
  const { store, random, settings, now } = context
  const links =
    handout === undefined
      ? store
      : { createLink: (made: Handed) => perform(context, handOutLink, { ...handout, link: made }) }
  const token = await makeLink({ store: links, random, now: now() }, link, operatorLinkMs)
  return { link: linkTo(publicUrl(settings), link.purpose, token), endsAt: now() + operatorLinkMs }
}
type Handed = Parameters<CommandContext['store']['createLink']>[0]

const nobodysSecondFactor = {
  telegramId: 0,
  confirmsByTelegram: false,
  sealedTotp: null,
  recoveryHashes: [],
}

const resetPassword = defineCommand({
  words: 'user reset-password',
  summary: 'Create a link with which a user sets a new password',
  operands: { email: operand('EMAIL', email) },
  options: {
    'second-factor': flag('also remove the second factor, for a user who lost phone and recovery codes'),
  },
  async run({ operands, options, open }) {
    const context = await open()
    const { id, email: address } = await findPerson(context, operands.email)
    const withoutSecondFactor = options['second-factor']
    const made = await handOut(
      context,
      { purpose: 'new-password', personId: id },
      {
        facts: { purpose: 'new-password', person: id, withoutSecondFactor },
        ...(withoutSecondFactor ? { person: { id, ...nobodysSecondFactor } } : {}),
      },
    )
    return linkReport(address, made)
  },
})

/** For installations without mail: the operator vouches for the address, the person confirms it while signed in. */
const changeEmail = defineCommand({
  words: 'user change-email',
  summary: 'Create a link with which a signed-in user changes to a new e-mail address',
  operands: { email: operand('EMAIL', email), fresh: operand('NEW-EMAIL', email) },
  async run({ operands, open }) {
    const context = await open()
    const { id, email: address } = await findPerson(context, operands.email)
    if ((await context.store.personByEmail(operands.fresh)) !== undefined) {
      throw new CommandFailed(`A user already has the address ${operands.fresh}`)
    }
    const facts = { purpose: 'new-email', person: id } as const
    const link = { purpose: 'new-email', personId: id, email: operands.fresh } as const
    const made = await handOut(context, link, { facts })
    return linkReport(address, made)
  },
})

const addOperator = defineCommand({
  words: 'user add-operator',
  summary: 'Create a link with which a user becomes an operator',
  operands: { email: operand('EMAIL', email) },
  begins: true,
  async run({ operands, open }) {
    const context = await open()
    const known = await context.store.personByEmail(operands.email)
    if (known === undefined) {
      const { id } = await perform(context, makeOperator, { email: operands.email })
      return linkReport(operands.email, await handOut(context, { purpose: 'new-password', personId: id }))
    }
    if (known.operator) throw new CommandFailed(`${known.email} is already an operator.`)
    return promotionReport(context, known)
  },
})

/**
 * Anybody may have signed up with the address, so the person becomes an operator only with this link and while signed
 * in (POST /join/operator of the cabinet). The report names the current owner of the address.
 */
async function promotionReport(context: CommandContext, person: PersonRecord) {
  const { id, email: address, createdAt, lastSignInAt } = person
  const accounts = (await context.store.memberships(id)).length
  const handout = {
    facts: { purpose: 'become-operator', email: address },
  } as const
  const { link, endsAt } = await handOut(context, { purpose: 'become-operator', personId: id }, handout)
  return {
    json: {
      email: address,
      link,
      ends: isoTime(endsAt),
      found: { created: isoTime(createdAt), last_sign_in: isoTime(lastSignInAt), accounts },
    },
    text: fields([
      ['User', `${address} is here already and is no operator yet`],
      ['Found', `created ${utcText(createdAt)}, last sign-in ${utcText(lastSignInAt)}, ${accounts} accounts`],
      ['Link', link],
      ['Works', `once, until ${timeText(endsAt)} UTC, for this user, signed in`],
      ['Caution', 'the address may be unverified: give the link only to a user whom you know'],
    ]),
  }
}

const list = defineCommand({
  words: 'user list',
  summary: 'Show who can sign in to the cabinet, and who is an operator',
  options: { operators: flag('only the operators') },
  async run({ options, open }) {
    const users = (await (await open()).store.users()).filter(
      ({ operator }) => operator || !options.operators,
    )
    return listing(
      users.map(({ email, operator, sealedTotp, confirmsByTelegram, lastSignInAt }) => ({
        email,
        operator,
        secondFactor: sealedTotp !== null || confirmsByTelegram,
        lastSignInAt,
      })),
      options.operators
        ? 'There is no operator yet: ringkey user add-operator EMAIL'
        : 'There is no user yet',
      {
        'E-MAIL': 'email',
        OPERATOR: 'operator',
        'SECOND FACTOR': 'secondFactor',
        'LAST SIGN-IN (UTC)': 'lastSignInAt',
      },
    )
  },
})

const removeOperator = defineCommand({
  words: 'user remove-operator',
  summary: 'Remove a user from the operators; the accounts of the user stay',
  operands: { email: operand('EMAIL', email) },
  async run({ operands, open }) {
    const context = await open()
    const person = await findPerson(context, operands.email)
    if (!person.operator)
      throw new CommandFailed(`${person.email} is not an operator: see ringkey user list --operators`)
    await perform(context, setOperator, { person: person.id, operator: false })
    return { json: { email: person.email }, text: `${person.email} is no operator any more.` }
  },
})

const add = defineCommand({
  words: 'user add',
  summary: 'Create a link with which a user signs up to a new account; without EMAIL anybody may use it',
  operands: { email: optional('EMAIL', email) },
  begins: true,
  async run({ operands, open }) {
    const context = await open()
    if ((await context.store.installationSettings()).signUp === 'closed') {
      throw new CommandFailed(
        'Nobody can sign up: see ringkey installation show. ringkey installation set sign-up invite changes it.',
      )
    }
    const address = operands.email ?? ''
    const known = address === '' ? undefined : await context.store.personByEmail(address)
    // A user without an account opens one with the link, while signed in.
    if (known !== undefined && (await context.store.memberships(known.id)).length > 0) {
      throw new CommandFailed(`${address} is here already: see ringkey user reset-password`)
    }
    const invitation = { facts: { purpose: 'sign-up' } } as const
    const made = await handOut(context, { purpose: 'sign-up', email: address }, invitation)
    return linkReport(address, made, 'For')
  },
})

export const userCommands = [list, add, addOperator, removeOperator, resetPassword, changeEmail]

/** An account that was created without a password gets its owner here. */
async function findPerson(context: CommandContext, address: string): Promise<PersonRecord> {
  const known = await context.store.personByEmail(address)
  if (known !== undefined) return known
  const account = (await context.store.accounts()).find((each) => each.email === address)
  if (account === undefined) throw new CommandFailed(`There is no user with the address ${address}`)
  await context.store.setPasswordHash({ id: account.id, passwordHash: '', at: context.now() })
  return (await context.store.personByEmail(address))!
}

function linkReport(address: string, { link, endsAt }: { link: string; endsAt: number }, whose = 'User') {
  return {
    json: { email: address || null, link, ends: isoTime(endsAt) },
    text: fields([
      [whose, address || 'whoever has the link'],
      ['Link', link],
      ['Works', `once, until ${timeText(endsAt)} UTC`],
    ]),
  }
}
