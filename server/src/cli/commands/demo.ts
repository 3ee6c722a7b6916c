import { DemoMode, demoAccountMeta } from '../../accounts/demo-mode.ts'
import { publicUrl } from '../../app/open-listeners.ts'
import { makeDemoLink } from '../../cabinet/one-time-links.ts'
import { addOidcClient, removeOidcClient } from '../../operations/oidc.ts'
import { handOutLink } from '../../operations/people.ts'
import { perform } from '../../operations/perform.ts'
import type { OneTimeLink } from '../../storage/queries/sessions.ts'
import { fields } from '../columns.ts'
import { defineCommand, one } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandFailed } from '../failures.ts'
import { port } from '../readings.ts'
import { isoTime, timeText } from '../wording.ts'

async function needDemo({ store, settings, demo }: CommandContext): Promise<void> {
  if (!demo.isOn)
    throw new CommandFailed(`The demo is ${(await DemoMode.read(settings.RINGKEY_DEMO, store)).explanation}`)
}

const link = defineCommand({
  words: 'demo link',
  summary: 'Create a one-time link that signs in to the demo without a password',
  async run({ open, terminal }) {
    const context = await open()
    const { store, settings } = context
    await needDemo(context)
    const links = {
      createLink: (link: OneTimeLink) => perform(context, handOutLink, { facts: { purpose: 'demo' }, link }),
    }
    const maker = { store: links, random: terminal.random, now: context.now() }
    const made = await makeDemoLink(store, maker, publicUrl(settings))
    if (made === undefined) throw new CommandFailed('There is no demo account: start the service once')
    return {
      json: { link: made.link, ends: isoTime(made.endsAt) },
      text: fields([
        ['Link', made.link],
        ['Works', `once, until ${timeText(made.endsAt)} UTC`],
      ]),
    }
  },
})

const signIn = defineCommand({
  words: 'demo sign-in',
  summary: 'Open a small shop to sign in to by OpenID Connect; ends when somebody has signed in',
  options: { port: one('PORT', 'of the shop on this machine (a free one)', port) },
  async run({ options, open, terminal }) {
    const context = await open()
    await needDemo(context)
    const account = Number((await context.store.meta(demoAccountMeta)) ?? 0)
    const [service] = account === 0 ? [] : await context.store.services(account)
    if (service === undefined) throw new CommandFailed('There is no demo account: start the service once')
    // Loaded when it is used: the service itself needs nothing of dev/.
    const { startRelyingParty } = await import('../../../../dev/relying-party/relying-party.ts')
    const shop = await startRelyingParty(options.port ?? 0).catch((error: Error) => {
      throw new CommandFailed(`the shop cannot listen: ${error.message}`)
    })
    const asked = { service: service.id, name: 'Demo shop', redirects: [shop.redirect], public: true }
    const client = await perform(context, addOidcClient, asked)
    shop.use({ issuer: `${publicUrl(context.settings)}/oidc`, id: client.id })
    // Before anything is printed: whoever reads the last line may press Ctrl+C at once.
    const interrupted = terminal.interrupted()
    terminal.out(`Open ${shop.url} and sign in with the number of the demo phone. Ctrl+C ends it.\n`)
    const phone = await Promise.race([shop.signedIn, interrupted])
    shop.close()
    await perform(context, removeOidcClient, { client: client.id })
    if (phone === undefined) throw new CommandFailed('Nobody has signed in.')
    return { json: { phone }, text: `Signed in as ${phone}.` }
  },
})

export const demoCommands = [link, signIn]
