import type { ServiceView, TrialView } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useMe } from '../../api/me.ts'
import { useChosenService } from '../../frame/chosen-service.tsx'

export const targets = ['good', 'bad', 'demo', 'own'] as const
export type Target = (typeof targets)[number]

/** The inputs of the form. */
export interface Wish {
  readonly serviceId: number
  readonly mode: TrialView['mode']
  readonly target: Target
  readonly phone: string
  readonly code: string
  readonly callbackUrl: string
}

const testNumbers = { good: '79000000001', bad: '79000000002' }

/** A new number each time, because a number cannot be called again within 15 seconds. */
function someNumber(): string {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1))
  return `7916${String(drawn! % 10_000_000).padStart(7, '0')}`
}

export function numberFor(target: Target): string {
  if (target === 'demo') return someNumber()
  return target === 'own' ? '' : testNumbers[target]
}

export function useWish(services: readonly ServiceView[]) {
  const [search] = useSearchParams()
  const { account } = useMe()
  const { serviceId: chosen } = useChosenService()
  const asked = Number(search.get('service'))
  const [wish, setWish] = useState<Wish>(() => {
    const target: Target = account?.demo ? 'demo' : 'good'
    return { serviceId: 0, mode: 'flash', target, phone: numberFor(target), code: '', callbackUrl: '' }
  })
  const known = (id: number | null) => services.find((service) => service.id === id)?.id
  const serviceId = known(wish.serviceId) ?? known(asked) ?? known(chosen) ?? services[0]?.id ?? 0
  return {
    value: { ...wish, serviceId },
    set: (part: Partial<Wish>) => setWish((before) => ({ ...before, ...part })),
  }
}
