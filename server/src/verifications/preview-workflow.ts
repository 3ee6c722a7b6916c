import { countryAllowed } from '../books/countries.ts'
import { type PriceList, priceList } from '../books/price-list.ts'
import type { StepRefusal } from '../books/refusals.ts'
import { skipReasonOf } from '../books/step-refusals.ts'
import { type TestNumber, testOf, testRefusal } from '../books/test-numbers.ts'
import { destinationsOf } from '../books/velocity.ts'
import { isBlocked } from '../calls/blocked-prefixes.ts'
import type { Numbering, Phone } from '../numbering/phone.ts'
import type { GatewayRecord } from '../storage/queries/gateways.ts'
import type { ServiceRecord, WorkflowRule } from '../storage/queries/services.ts'
import type { Store } from '../storage/store.ts'
import { gatewayFor } from '../webhooks/gateway.ts'
import { matchingRule, stepsFor, type WrittenStep } from './workflow.ts'

/** What is known about the phone, its service and its tariff when nothing has been called yet. */
export interface PreviewFacts {
  readonly rules: readonly WorkflowRule[]
  readonly allowedCountries: readonly string[]
  readonly phone: Phone
  readonly test: TestNumber | undefined
  /** As verifications show it. */
  readonly operator: string
  /** Premium, shared-cost, satellite and similar ranges. */
  /** By the operator, for everybody. */
  readonly isBlocked: boolean
  readonly isPremium: boolean
  readonly tariff: Pick<PriceList, 'priceOf' | 'opens' | 'chargesOnApproval'>
  readonly hasConfirmationNumbers: boolean
  readonly codeLength: number
  readonly gateways: readonly GatewayRecord[]
}

export interface PreviewedStep extends WrittenStep {
  /** Why it would be skipped, as the API names it; null when it can start. */
  readonly skipReason: string | null
  /** 0 for a step that is skipped, and for test numbers. */
  readonly priceUnits: number
}

export interface WorkflowPreview {
  /** The place of the rule that decides; null when none matches and the default steps are taken. */
  readonly rule: number | null
  readonly steps: readonly PreviewedStep[]
  /** When every step that can start is charged. */
  readonly maxCostUnits: number
  /** Nothing is charged unless the verification is approved. */
  readonly chargesOnApproval: boolean
}

/**
 * What a verification of this phone would do when its request names no steps, and what it would cost at most. Limits,
 * funds, caps and the state of trunks are of the moment and are not foreseen.
 */
export function previewWorkflow(facts: PreviewFacts): WorkflowPreview {
  const { rules, phone, operator, codeLength, tariff } = facts
  const target = { e164: phone.e164, country: phone.countryIso, operator }
  const rule = matchingRule(rules, target)
  const steps = stepsFor(rule === null ? undefined : rules[rule], codeLength).map((step) => ({
    ...step,
    ...termsOf(facts, step),
  }))
  return {
    rule,
    steps,
    maxCostUnits: steps.reduce((sum, { priceUnits }) => sum + priceUnits, 0),
    chargesOnApproval: tariff.chargesOnApproval,
  }
}

function termsOf(facts: PreviewFacts, { mode, channel }: WrittenStep) {
  const { phone, test, tariff, isPremium, isBlocked, hasConfirmationNumbers, gateways, codeLength } = facts
  const gateway = () => gatewayFor(gateways, { channel, country: phone.countryIso, codeLength })
  const price = tariff.priceOf(mode, phone.e164)
  const refusal = (): StepRefusal | null =>
    !countryAllowed(facts, phone.countryIso)
      ? 'country'
      : isPremium && !tariff.opens(mode, phone)
        ? 'premium-number'
        : isBlocked
          ? 'prefix-blocked'
          : price === undefined
            ? 'no-price'
            : mode === 'inbound' && !hasConfirmationNumbers
              ? 'no-numbers'
              : mode === 'http' && gateway() === undefined
                ? 'no-gateway'
                : null
  const why = test === undefined ? refusal() : testRefusal(test, mode)
  const skipReason = (why === null ? undefined : skipReasonOf(why)) ?? null
  return { skipReason, priceUnits: skipReason === null && test === undefined ? price! : 0 }
}

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
  const [account, tariffs, numbers, paused, gateways, blocked] = await Promise.all([
    store.account(service.accountId),
    store.tariffs(),
    store.confirmationNumbers(),
    store.pausedPrefixes(),
    store.gatewaysOf(service.id),
    store.blockedPrefixes(),
  ])
  const tariff = tariffs.find(({ code }) => code === account!.tariff)!
  const operator = numbering.describe(phone).provider
  const preview = previewWorkflow({
    rules,
    allowedCountries: service.settings.allowedCountries,
    phone,
    test: testOf(phone.e164, service.settings, account!, 'v2'),
    operator,
    isBlocked: isBlocked(new Set(blocked.map(({ prefix }) => prefix)), phone.e164),
    isPremium: numbering.classOf(phone) !== 'ordinary',
    tariff: priceList(tariff),
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
