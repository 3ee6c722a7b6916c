import { removeHook, replaceHookSecret } from '../../operations/webhooks.ts'
import type { HookOf } from '../../storage/queries/hook-secrets.ts'
import { change } from '../change.ts'
import type { CabinetDeps } from '../deps.ts'
import { idOf, ownService } from '../ids.ts'
import { get } from '../route.ts'
import type { HookView, NewHookSecret } from '../views/hook.ts'

const provider = 'supabase'

const show = get('/services/:id/hooks/supabase', {
  audience: 'read',
  handle: async ({ deps, who, params }): Promise<HookView> => {
    const { id } = await ownService(deps.store, who, idOf(params.id))
    return viewOf(deps, { serviceId: id, provider })
  },
})

async function viewOf({ store, clock }: CabinetDeps, hook: HookOf): Promise<HookView> {
  const kept = await store.hookSecret(hook)
  const overlaps = kept !== undefined && kept.previousSealed !== null && clock.now() < kept.previousEndsAt
  return { createdAt: kept?.createdAt ?? null, previousEndsAt: overlaps ? kept.previousEndsAt : null }
}

/** The first secret, or the next one. */
const replace = change(replaceHookSecret, {
  answer: async ({ deps }, { secret }, { service, provider: of }): Promise<NewHookSecret> => ({
    ...(await viewOf(deps, { serviceId: service, provider: of })),
    secret,
  }),
})

const remove = change(removeHook, {
  answer: ({ deps }, _, { service, provider: of }) => viewOf(deps, { serviceId: service, provider: of }),
})

export const serviceHookRoutes = [show, replace, remove]
