import type { Checker } from '../history.ts'
import { accountsAreServed, answersAreExpected, connectionsAreBounded } from './availability.ts'
import { holdsEndInTime } from './holds.ts'
import { idsAreFresh } from './ids.ts'
import { callsAreDialledOnce } from './invites.ts'
import { idsStayReadable, keysAreWrittenOnce } from './keys.ts'
import { capsHold, limitsHold } from './limits.ts'
import { auditsAreClean, topUpsAreMadeOnce } from './money.ts'
import { refusalsHaveNoEffect } from './refusals.ts'

export const checkers: readonly Checker[] = [
  keysAreWrittenOnce,
  idsStayReadable,
  idsAreFresh,
  refusalsHaveNoEffect,
  callsAreDialledOnce,
  holdsEndInTime,
  limitsHold,
  capsHold,
  topUpsAreMadeOnce,
  auditsAreClean,
  accountsAreServed,
  connectionsAreBounded,
  answersAreExpected,
]
