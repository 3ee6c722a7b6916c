import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useMe } from '../api/me.ts'

interface Choice {
  /** null is all services of the account. */
  readonly serviceId: number | null
  readonly choose: (serviceId: number | null) => void
}

const ChosenService = createContext<Choice>({ serviceId: null, choose: () => {} })

/** The service chosen in the top bar, remembered for each account. */
export function ChosenServiceProvider({ children }: { readonly children: ReactNode }) {
  const accountId = useMe().account?.id ?? 0
  const key = `ringkey-service-${accountId}`
  const [chosen, setChosen] = useState<{ key: string; serviceId: number | null }>(() => ({
    key,
    serviceId: kept(key),
  }))
  const current = chosen.key === key ? chosen.serviceId : kept(key)
  const choice = useMemo(
    () => ({
      serviceId: current,
      choose: (serviceId: number | null) => {
        if (serviceId === null) localStorage.removeItem(key)
        else localStorage.setItem(key, String(serviceId))
        setChosen({ key, serviceId })
      },
    }),
    [key, current],
  )
  return <ChosenService value={choice}>{children}</ChosenService>
}

function kept(key: string): number | null {
  const value = Number(localStorage.getItem(key))
  return Number.isSafeInteger(value) && value > 0 ? value : null
}

export function useChosenService(): Choice {
  return useContext(ChosenService)
}
