import { checkPhone } from './check-phone.ts'
import { getAccount } from './get-account.ts'
import { getBalance } from './get-balance.ts'
import { getInfo } from './get-info.ts'
import { getService } from './get-service.ts'
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
