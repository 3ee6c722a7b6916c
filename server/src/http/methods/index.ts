import { getAccount, getBalance, getService } from './account.ts'
import { checkPhone } from './check-phone.ts'
import { getInfo } from './get-info.ts'
import { inboundCallWaiting } from './inbound-call-waiting.ts'
import { initCall } from './init-call.ts'
import { initRepeat } from './init-repeat.ts'

/** The methods of `/v1.0`, in the order of the contract. */
export const methods = [
  initCall,
  getInfo,
  initRepeat,
  inboundCallWaiting,
  checkPhone,
  getAccount,
  getService,
  getBalance,
]
