import {
  accountsAreServed,
  answersAreExpected,
  connectionsAreBounded,
  requestsAreAnswered,
  stopsEnd,
} from './availability.ts'
import { codesAreHandedOverOnce } from './gateways.ts'
import type { Checker } from './history.ts'
import { holdsEndInTime, waitsLast } from './holds.ts'
import { hooksRingOnce } from './hooks.ts'
import { idsAreFresh } from './ids.ts'
import { callsAreDialledOnce } from './invites.ts'
import { idsStayReadable, keysAreWrittenOnce } from './keys.ts'
import { capsHold, limitsHold, maxCostsHold } from './limits.ts'
import { auditsAreClean, reversalsAreMadeOnce, topUpsAreMadeOnce } from './money.ts'
import { refusalsHaveNoEffect } from './refusals.ts'
import { pendingIsReturned } from './returned.ts'
import { completedCallsRang } from './rung.ts'
import { phonesAreMasked } from './secrecy.ts'
import { phoneEndsAreFinal } from './verification-ends.ts'
import {
  callEventsAreComplete,
  eventsStayTheSame,
  phoneEventsAreComplete,
  streamsAgree,
  streamsAreInOrder,
  versionsNameOneState,
  webhooksAreSigned,
} from './verification-events.ts'
import { phoneKeysAreWrittenOnce } from './verification-keys.ts'
import {
  phoneMoneyIsThatOfSteps,
  phoneRefusalsHaveNoEffect,
  phoneStepsStartOnce,
} from './verification-steps.ts'
import { phoneGuessesAreBounded, phoneTriesAreBounded } from './verification-tries.ts'
import { phoneWaitsEnd } from './verification-waits.ts'

export const checkers: readonly Checker[] = [
  keysAreWrittenOnce,
  idsStayReadable,
  idsAreFresh,
  refusalsHaveNoEffect,
  callsAreDialledOnce,
  completedCallsRang,
  holdsEndInTime,
  waitsLast,
  limitsHold,
  capsHold,
  maxCostsHold,
  topUpsAreMadeOnce,
  reversalsAreMadeOnce,
  auditsAreClean,
  accountsAreServed,
  connectionsAreBounded,
  answersAreExpected,
  requestsAreAnswered,
  stopsEnd,
  phoneKeysAreWrittenOnce,
  phoneEndsAreFinal,
  phoneTriesAreBounded,
  phoneGuessesAreBounded,
  phoneStepsStartOnce,
  phoneMoneyIsThatOfSteps,
  phoneRefusalsHaveNoEffect,
  phoneEventsAreComplete,
  callEventsAreComplete,
  streamsAreInOrder,
  streamsAgree,
  eventsStayTheSame,
  versionsNameOneState,
  webhooksAreSigned,
  phoneWaitsEnd,
  pendingIsReturned,
  hooksRingOnce,
  codesAreHandedOverOnce,
  phonesAreMasked,
]
