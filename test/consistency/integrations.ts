// What owners add to their services: receivers of webhooks, a gateway, and the hook of an identity server.
import { ringkey } from '../../server/test/ringkey-command.ts'
import type { Customer } from './furnish.ts'
import { Receiver } from './receiver.ts'
import type { World } from './world.ts'

export interface Integrations {
  readonly receiver: Receiver
  /** The paths at the receiver of those who get webhooks. */
  readonly webhookPaths: ReadonlyMap<number, string>
  /** An identity server, which knows the address of its hook. */
  readonly hook: Customer
}

/** The channel of the gateway. */
export const gatewayChannel = 'sms'

/** By commands, while nothing else uses the installation. */
export async function addIntegrations({ host, house, commands }: World): Promise<Integrations> {
  const receiver = new Receiver()
  const url = await receiver.listen(host)
  const surroundings = { ...commands, environment: { ...commands.environment, RINGKEY_CALLBACK_ALLOW: host } }
  const run = async (...words: string[]) => {
    const { code, json, err } = await ringkey(commands.folder, [...words, '--json'], surroundings)
    if (code !== 0) throw new Error(`${words.join(' ')}: ${err}`)
    return json as Record<string, string>
  }
  const webhookPaths = new Map<number, string>()
  for (const { accountId, id } of [house.phones, house.approvals]) {
    const path = `/events/${accountId}`
    webhookPaths.set(accountId, path)
    receiver.secrets.set(path, (await run('endpoint', 'add', String(id), `${url}${path}`)).secret!)
  }
  const gateway = ['gateway', 'add', 'http', String(house.phones.id), '--channel', gatewayChannel]
  const { secret } = await run(...gateway, '--url', `${url}/gateway`, '--hands-over')
  receiver.secrets.set('/gateway', secret!)
  const { credential } = await run('hook', 'add', 'auth0', String(house.hooks.id))
  const hookPath = `/v2/hooks/auth0/${house.hooks.id}`
  return { receiver, webhookPaths, hook: { ...house.hooks, authorization: `Bearer ${credential}`, hookPath } }
}
