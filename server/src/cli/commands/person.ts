import { publicUrl } from '../../app/open-listeners.ts'
import { linkTo, makeLink, operatorLinkMs } from '../../cabinet/one-time-links.ts'
import { handOutLink, type LinkHandout, makeOperator, setOperator } from '../../operations/people.ts'
import { perform } from '../../operations/perform.ts'
import type { PersonRecord } from '../../storage/queries/people.ts'
import type { LinkPurpose } from '../../storage/queries/sessions.ts'
import { fields, listCommand } from '../columns.ts'
import { defineCommand, flag, one, operand } from '../command.ts'
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

const reset = defineCommand({
  words: 'person reset',
  summary: 'Create a link with which a person sets a new password',
  operands: { email: operand('EMAIL', email) },
  options: {
    'second-factor': flag('also remove the second factor, for a person who lost phone and recovery codes'),
  },
  async run({ operands, options, open }) {
    const context = await open()
    const { id, email: address } = await findPerson(context, operands.email)
    const withoutSecondFactor = options['second-factor']
    const made = await handOut(
      context,
      { purpose: 'new-password', personId: id },
      {
        kind: 'person-link',
        facts: { person: id, changes: 'password', withoutSecondFactor },
        text: `password link made${withoutSecondFactor ? ', second factor removed' : ''}`,
        ...(withoutSecondFactor ? { person: { id, ...nobodysSecondFactor } } : {}),
      },
    )
    return linkReport(address, made)
  },
})

/** For installations without mail: the operator vouches for the address, the person confirms it while signed in. */
const changeEmail = defineCommand({
  words: 'person email',
  summary: 'Create a link with which a signed-in person changes to a new e-mail address',
  operands: { email: operand('EMAIL', email), fresh: operand('NEW-EMAIL', email) },
  async run({ operands, open }) {
    const context = await open()
    const { id, email: address } = await findPerson(context, operands.email)
    if ((await context.store.personByEmail(operands.fresh)) !== undefined) {
      throw new CommandFailed(`A person already has the address ${operands.fresh}`)
    }
    const facts = { person: id, changes: 'email', withoutSecondFactor: false } as const
    const link = { purpose: 'new-email', personId: id, email: operands.fresh } as const
    const made = await handOut(context, link, { kind: 'person-link', facts, text: 'e-mail link made' })
    return linkReport(address, made)
  },
})

const createOperator = defineCommand({
  words: 'operator create',
  summary: 'Create a link that makes a signed-in person an operator',
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
    kind: 'operator-link',
    facts: { email: address },
    text: 'link to the operator console made',
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
      ['Person', `${address} is here already and is no operator yet`],
      ['Found', `created ${utcText(createdAt)}, last sign-in ${utcText(lastSignInAt)}, ${accounts} accounts`],
      ['Link', link],
      ['Works', `once, until ${timeText(endsAt)} UTC, for this person, signed in`],
      ['Caution', 'the address may be unverified: give the link only to a person whom you know'],
    ]),
  }
}

const listOperators = listCommand({
  words: 'operator list',
  summary: 'Show the operators',
  records: async ({ store }) =>
    (await store.operators()).map(({ email, sealedTotp, confirmsByTelegram, lastSignInAt }) => ({
      email,
      secondFactor: sealedTotp !== null || confirmsByTelegram,
      lastSignInAt,
    })),
  whenEmpty: 'There is no operator yet: ringkey operator create EMAIL',
  shown: { 'E-MAIL': 'email', 'SECOND FACTOR': 'secondFactor', 'LAST SIGN-IN (UTC)': 'lastSignInAt' },
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
  async run({ options, open }) {
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
    const invitation = { kind: 'invitation-made', facts: {} } as const
    const made = await handOut(context, { purpose: 'sign-up', email: address }, invitation)
    return linkReport(address, made, 'For')
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

function linkReport(address: string, { link, endsAt }: { link: string; endsAt: number }, whose = 'Person') {
  return {
    json: { email: address || null, link, ends: isoTime(endsAt) },
    text: fields([
      [whose, address || 'whoever has the link'],
      ['Link', link],
      ['Works', `once, until ${timeText(endsAt)} UTC`],
    ]),
  }
}
