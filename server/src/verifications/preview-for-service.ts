import { PriceList } from '../books/price-list.ts'
import { destinationsOf } from '../books/velocity.ts'
import type { Numbering, Phone } from '../numbering/phone.ts'
import type { ServiceRecord, WorkflowRule } from '../storage/queries/services.ts'
import type { Store } from '../storage/store.ts'
import { previewWorkflow, type WorkflowPreview } from './preview-workflow.ts'

export interface ServicePreview extends WorkflowPreview {
  readonly operator: string
  /** Unusual traffic has paused the destination: a verification would be refused. */
  readonly isPaused: boolean
}

interface Asked {
  readonly phone: Phone
  readonly codeLength: number
  readonly at: number
  /** Rules that are not saved yet; those of the service when left out. */
  readonly rules?: readonly WorkflowRule[]
}

/** The preview with the prices, numbers and pauses that the installation has now. */
export async function previewForService(
  { store, numbering }: { readonly store: Store; readonly numbering: Numbering },
  service: ServiceRecord,
  { phone, codeLength, at, rules = service.settings.workflow }: Asked,
): Promise<ServicePreview> {
  const [account, tariffs, numbers, paused, gateways] = await Promise.all([
    store.account(service.accountId),
    store.tariffs(),
    store.confirmationNumbers(),
    store.pausedPrefixes(),
    store.gatewaysOf(service.id),
  ])
  const tariff = tariffs.find(({ code }) => code === account!.tariff)!
  const operator = numbering.describe(phone).provider
  const preview = previewWorkflow({
    rules,
    allowedCountries: service.settings.allowedCountries,
    phone,
    operator,
    isDear: numbering.classOf(phone) !== 'ordinary',
    tariff: new PriceList(tariff),
    hasConfirmationNumbers: numbers.some(
      ({ demo, countries }) =>
        demo === account!.demo && (countries.length === 0 || countries.includes(phone.countryIso)),
    ),
    codeLength,
    gateways,
  })
  const destinations = destinationsOf(phone, numbering.networkOf(phone).registryOperator)
  const isPaused = paused.some(
    ({ serviceId, prefix, allowedUntil }) =>
      serviceId === service.id && allowedUntil === 0 && destinations.includes(prefix),
  )
  const chargesOnApproval = preview.chargesOnApproval && service.chargedOnDeliveryUntil <= at
  return { ...preview, chargesOnApproval, operator, isPaused }
}
