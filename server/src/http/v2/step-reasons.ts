import texts from '../../../assets/reference/step-reasons.json' with { type: 'json' }
import type { RecordReason } from '../../books/settlement.ts'
import type { EndReason, SkipReason } from '../../books/verification.ts'
import type { CallReason } from '../../telephony/calls/verdict.ts'
import type { GatewayReason } from '../../webhooks/gateway.ts'

/**
 * The reasons of steps, in words for the documents: assets/reference/ru.json has them in Russian. docs/v2.md has the same
 * tables, and a test compares them.
 */

/** The outcome of a step that was started. */
export const outcomeTexts: Readonly<Record<CallReason | GatewayReason | RecordReason, string>> =
  texts.outcomes
/** Why a step was not started. */
export const skipTexts: Readonly<Record<SkipReason, string>> = texts.skips
/** Why a verification has ended, as a sentence for people each. */
export const reasonTexts: Readonly<Record<EndReason, string>> = texts.ends
