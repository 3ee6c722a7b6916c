import { resumePrefix } from '../../operations/paused-prefixes.ts'
import { setOwnersCap } from '../../operations/spend-caps.ts'
import { change } from '../change.ts'
import type { CabinetDeps } from '../deps.ts'
import { detailOf } from './services.ts'

const detail = async ({ deps }: { readonly deps: CabinetDeps }, _: unknown, input: { service: number }) =>
  detailOf(deps, (await deps.store.service(input.service))!)

export const serviceLimitRoutes = [
  change(setOwnersCap, { answer: detail }),
  change(resumePrefix, { answer: detail }),
]
