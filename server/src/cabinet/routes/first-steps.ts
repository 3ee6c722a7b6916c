import { get, post } from '../route.ts'
import { hasSecondFactor } from '../second-factor/has-second-factor.ts'

/** The checklist of a new account. It is over for good once everything was done. */
const list = get('/first-steps', 'change-services', async ({ deps, user }) => {
  const { store, clock } = deps
  const accountId = user.account.id
  const facts = await store.firstSteps(accountId)
  if (facts === undefined) return { steps: null, serviceId: null }
  const steps = {
    ring: facts.hasRung,
    code: facts.hasApproved,
    key: facts.hasKeptKey,
    request: facts.hasCalledApi,
    webhook: facts.hasWebhook,
    factor: hasSecondFactor(user.person),
  }
  if (Object.values(steps).every(Boolean)) await store.endFirstSteps({ accountId, at: clock.now() })
  const service = (await store.services(accountId)).find(({ status }) => status === 'active')
  // A service to try it with; null when none is on.
  return { steps, serviceId: service?.id ?? null }
})

const dismiss = post('/first-steps/dismiss', 'change-services', ({ deps, user }) =>
  deps.store.endFirstSteps({ accountId: user.account.id, at: deps.clock.now() }),
)

/** Somebody says that the new key on the screen is stored. */
const keepKey = post('/first-steps/key-kept', 'change-services', ({ deps, user }) =>
  deps.store.noteKeyKept({ accountId: user.account.id, at: deps.clock.now() }),
)

export const firstStepsRoutes = [list, dismiss, keepKey]
