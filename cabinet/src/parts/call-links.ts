import { createContext, useContext } from 'react'

/** Where calls and verifications are opened; null: nowhere. */
interface CallLinks {
  readonly calls: string
  readonly verifications: string
  readonly webhooks: string | null
}

const ownLinks: CallLinks = { calls: '/calls', verifications: '/verifications', webhooks: '/webhooks' }

/** For operators who look at a customer. */
export const customerLinks: CallLinks = {
  calls: '/console/customer-calls',
  verifications: '/console/customer-verifications',
  webhooks: null,
}

export const CallLinksContext = createContext(ownLinks)

/** Pages about a call or a verification are the same for its owner and for operators, but not their addresses. */
export const useCallLinks = () => useContext(CallLinksContext)
