import { readAttempts } from '../../books/call-details.ts'
import { isVerification, type ListItem } from '../../storage/queries/list-page.ts'
import type { Store } from '../../storage/store.ts'
import type { Origin } from '../views/verification.ts'

/** Whose some items are, and which trunks carried their calls. A list has many of few customers: each is read once. */
export class Origins {
  readonly #store: Store
  readonly #customers = new Map<number, Promise<string>>()
  readonly #services = new Map<number, Promise<string>>()

  constructor(store: Store) {
    this.#store = store
  }

  async of(items: readonly ListItem[]): Promise<Origin[]> {
    const ids = items.flatMap((item) => (isVerification(item) ? vendorIdsOf(item.steps) : []))
    const steps = ids.length === 0 ? [] : await this.#store.callsNumbered(ids)
    const calls = new Map(steps.map((call) => [call.vendorId, call]))
    return Promise.all(
      items.map(async (item) => {
        const own = isVerification(item)
          ? vendorIdsOf(item.steps).flatMap((vendorId) => calls.get(vendorId) ?? [])
          : [item]
        return {
          accountId: item.accountId,
          customer: await this.#customer(item.accountId),
          service: await this.#service(item.serviceId),
          trunks: [...new Set(own.flatMap(({ details }) => trunksIn(details)))],
        }
      }),
    )
  }

  #customer(id: number): Promise<string> {
    return nameIn(this.#customers, id, async () => (await this.#store.account(id))?.email)
  }

  #service(id: number): Promise<string> {
    return nameIn(this.#services, id, async () => (await this.#store.service(id))?.name)
  }
}

function nameIn(
  known: Map<number, Promise<string>>,
  id: number,
  read: () => Promise<string | undefined>,
): Promise<string> {
  const name = known.get(id) ?? read().then((found = '') => found)
  known.set(id, name)
  return name
}

const vendorIdsOf = (steps: readonly { readonly vendorId: number | null }[]) =>
  steps.flatMap(({ vendorId }) => vendorId ?? [])

/** Of its attempts, in their order; an inbound call names the trunk that brought it. */
function trunksIn(details: string | null): string[] {
  const { attempts, trunk } = readAttempts(details)
  return attempts.length > 0
    ? attempts.map((attempt) => attempt.trunk)
    : [trunk].filter((name) => name !== '')
}
