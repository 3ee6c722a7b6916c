import { type Static, Type } from 'typebox'
import { canBeCalled, isStillFlash, poorNetworks } from '../../verifications/poor-networks.ts'
import { maySeeMoney } from '../calls/line.ts'
import type { CabinetDeps } from '../deps.ts'
import { ownServiceIds } from '../ids.ts'
import { askedIn, groupQuery, rangeQuery } from '../quality/ask.ts'
import { qualityFile } from '../quality/export.ts'
import { qualityReport } from '../quality/report.ts'
import { get, type Member } from '../route.ts'

const query = Type.Object({
  ...rangeQuery,
  ...groupQuery,
  service: Type.Optional(Type.Integer({ minimum: 1 })),
  by: Type.Enum(['service', 'mode', 'country', 'operator']),
})

const report = get('/quality', 'read', query, ({ deps, user, query }) => asked(deps, user, query))

const fileQuery = Type.Object({ ...query.properties, format: Type.Enum(['csv', 'json']) })

const file = get('/quality/export', 'read', fileQuery, async ({ deps, user, query, reply }) =>
  qualityFile(reply, query, await asked(deps, user, query)),
)

const asked = async ({ store }: CabinetDeps, user: Member, asked: Static<typeof query>) =>
  qualityReport(store, {
    ...askedIn(asked),
    serviceIds: await ownServiceIds(store, user, asked.service),
    by: asked.by,
    isMoneyShown: maySeeMoney(user),
    isOperator: false,
  })

/**
 * Networks for which another mode than flash would serve better, the busiest first. A rule for each of them is proposed to
 * the owner, unless the service has one.
 */
const blocked = get('/quality/poor-networks', 'read', async (context) => {
  const { deps, user } = context
  const { store, clock } = deps
  const services = (await store.services(user.account.id)).filter(({ status }) => status === 'active')
  const numbers = await store.confirmationNumbers()
  const ids = services.map(({ id }) => id)
  const networks = ids.length === 0 ? [] : await poorNetworks(store, ids, clock.now())
  return {
    items: networks.map((network) => {
      const { name, settings } = services.find(({ id }) => id === network.serviceId)!
      return {
        ...network,
        service: name,
        /** The rules still begin with flash there, and people there can call a confirmation number. */
        isProposed:
          canBeCalled(numbers, user.account.demo, network.country) &&
          isStillFlash(settings.workflow, network),
      }
    }),
  }
})

export const qualityRoutes = [report, file, blocked]
