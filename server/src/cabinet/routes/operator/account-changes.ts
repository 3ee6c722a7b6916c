import * as accounts from '../../../operations/accounts.ts'
import { setLegacyRepeats } from '../../../operations/services.ts'
import { setSpendCap } from '../../../operations/spend-caps.ts'
import { change } from '../../change.ts'

export const accountChangeRoutes = [
  change(accounts.topUp),
  change(accounts.reverseTopUp),
  change(accounts.setAccountStatus),
  change(accounts.makeReal),
  change(accounts.setAccountTariff),
  change(accounts.setPhoneConfirmed),
  change(setLegacyRepeats),
  change(setSpendCap),
]
