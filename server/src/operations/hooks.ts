import type { Random } from '../platform/random.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { HookProvider } from '../storage/hook-records.ts'
import { sealHookSecret } from '../webhooks/hook-secrets.ts'
import { newWebhookSecret } from '../webhooks/signature.ts'
import { type Operating, operate } from './operate.ts'

interface HookService {
  readonly id: number
  readonly accountId: number
}

/** How a provider is called in the history of an account. */
const names: Readonly<Record<HookProvider, string>> = { supabase: 'Supabase' }

/** Makes the first secret of a hook, or the next one. It is shown once. */
export async function replaceHookSecret(
  operating: Operating & { readonly random: Random; readonly sealer: Sealer },
  { id, accountId }: HookService,
  provider: HookProvider,
  overlapMs: number,
): Promise<string> {
  const { sealer, random } = operating
  const hook = { serviceId: id, provider }
  const { shown, sealed } = sealHookSecret(sealer, hook, newWebhookSecret(random.bytes))
  await operate(operating, async (at) => ({
    change: 'replaceHookSecret',
    isIndependent: true,
    input: { ...hook, sealed, previousEndsAt: at + overlapMs, at },
    log: { kind: 'hook-secret', facts: { service: id, provider } },
    history: { accountId, text: `new secret of the ${names[provider]} hook of service ${id}` },
  }))
  return shown
}

/** Requests of this provider are refused from now on. False when the service has no such hook. */
export async function removeHook(
  operating: Operating,
  { id, accountId }: HookService,
  provider: HookProvider,
): Promise<boolean> {
  const removed = await operate(operating, async () => ({
    change: 'removeHookSecret',
    isIndependent: true,
    input: { serviceId: id, provider },
    log: { kind: 'hook-removed', facts: { service: id, provider } },
    history: { accountId, text: `${names[provider]} hook of service ${id} removed` },
  }))
  return removed ?? false
}
