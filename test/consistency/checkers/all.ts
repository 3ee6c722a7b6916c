import type { Checker } from '../history.ts'
import {
  accountsAreServed,
  answersAreExpected,
  connectionsAreBounded,
  requestsAreAnswered,
  stopsEnd,
} from './availability.ts'
import { holdsEndInTime, waitsLast } from './holds.ts'
import { idsAreFresh } from './ids.ts'
import { callsAreDialledOnce } from './invites.ts'
import { idsStayReadable, keysAreWrittenOnce } from './keys.ts'
import { capsHold, limitsHold } from './limits.ts'
import { auditsAreClean, topUpsAreMadeOnce } from './money.ts'
import { refusalsHaveNoEffect } from './refusals.ts'
import { phoneEndsAreFinal } from './verification-ends.ts'
import { phoneEventsAreComplete } from './verification-events.ts'
import { phoneKeysAreWrittenOnce } from './verification-keys.ts'
import {
  phoneMoneyIsThatOfSteps,
  phoneRefusalsHaveNoEffect,
  phoneStepsStartOnce,
} from './verification-steps.ts'
import { phoneTriesAreBounded } from './verification-tries.ts'
import { phoneWaitsEnd } from './verification-waits.ts'

export const checkers: readonly Checker[] = [
  keysAreWrittenOnce,
  idsStayReadable,
  idsAreFresh,
  refusalsHaveNoEffect,
  callsAreDialledOnce,
  holdsEndInTime,
  waitsLast,
  limitsHold,
  capsHold,
  topUpsAreMadeOnce,
  auditsAreClean,
  accountsAreServed,
  connectionsAreBounded,
  answersAreExpected,
  requestsAreAnswered,
  stopsEnd,
  phoneKeysAreWrittenOnce,
  phoneEndsAreFinal,
  phoneTriesAreBounded,
  phoneStepsStartOnce,
  phoneMoneyIsThatOfSteps,
  phoneRefusalsHaveNoEffect,
  phoneEventsAreComplete,
  phoneWaitsEnd,
]
