import { Type } from 'typebox'
import { removeHook, replaceHookSecret } from '../../operations/hooks.ts'
import { hourMs } from '../../platform/clock.ts'
import type { HookOf } from '../../storage/hook-records.ts'
import { secretOverlap } from '../../webhooks/inspector.ts'
import type { CabinetDeps } from '../deps.ts'
import { idOf, ownService } from '../ids.ts'
import { asMember } from '../operating.ts'
import { get, post } from '../route.ts'
import type { HookView, NewHookSecret } from '../views/hook.ts'

const provider = 'supabase'

const show = get('/services/:id/hooks/supabase', {
  audience: 'read',
  handle: async ({ deps, who, params }): Promise<HookView> => {
    const { id } = await ownService(deps.store, who, idOf(params.id))
    return viewOf(deps, { serviceId: id, provider })
  },
})

/** The first secret, or the next one. */
const replace = post('/services/:id/hooks/supabase', {
  audience: 'change-services',
  body: Type.Object({ overlapHours: Type.Integer({ minimum: 0, maximum: secretOverlap.maxHours }) }),
  handle: async (ask): Promise<NewHookSecret> => {
    const { deps, who, params, body } = ask
    const service = await ownService(deps.store, who, idOf(params.id))
    const operating = { ...asMember(ask), random: deps.random, sealer: deps.sealer }
    const secret = await replaceHookSecret(operating, service, provider, body.overlapHours * hourMs)
    return { ...(await viewOf(deps, { serviceId: service.id, provider })), secret }
  },
})

const remove = post('/services/:id/hooks/supabase/remove', {
  audience: 'change-services',
  handle: async (ask): Promise<HookView> => {
    const { deps, who, params } = ask
    const service = await ownService(deps.store, who, idOf(params.id))
    await removeHook(asMember(ask), service, provider)
    return viewOf(deps, { serviceId: service.id, provider })
  },
})

async function viewOf({ store, clock }: CabinetDeps, hook: HookOf): Promise<HookView> {
  const kept = await store.hookSecret(hook)
  const overlaps = kept !== undefined && kept.previousSealed !== null && clock.now() < kept.previousEndsAt
  return { createdAt: kept?.createdAt ?? null, previousEndsAt: overlaps ? kept.previousEndsAt : null }
}

export const serviceHookRoutes = [show, replace, remove]
