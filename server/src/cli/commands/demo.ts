import { DemoMode } from '../../accounts/demo-mode.ts'
import { publicUrl } from '../../app/open-listeners.ts'
import { makeDemoLink } from '../../cabinet/demo-link.ts'
import { demoLinks } from '../../operations/recorded-links.ts'
import { fields } from '../columns.ts'
import { defineCommand } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { isoTime, timeText } from '../wording.ts'

const link = defineCommand({
  words: 'demo link',
  summary: 'Create a one-time link that signs in to the demo without a password',
  operands: {},
  options: {},
  async run({ open, terminal }) {
    const context = await open()
    const { store, settings, demo } = context
    if (!demo.isOn)
      throw new CommandFailed(
        `The demo is ${(await DemoMode.read(settings.RINGKEY_DEMO, store)).explanation}`,
      )
    const made = await makeDemoLink({
      store,
      links: demoLinks(context),
      random: terminal.random,
      now: context.now(),
      publicUrl: publicUrl(settings),
    })
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

export const demoCommands = [link]
