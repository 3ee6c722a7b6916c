import type { ServiceView } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useMe } from '../../api/me.ts'
import { useChosenService } from '../../frame/chosen-service.tsx'
import { codeFor, numberFor, type Target, type Wish } from './wish.ts'

export function useWish(services: readonly ServiceView[]) {
  const [search] = useSearchParams()
  const { account } = useMe()
  const { serviceId: chosen } = useChosenService()
  const asked = Number(search.get('service'))
  const [wish, setWish] = useState<Wish>(() => {
    const target: Target = account?.demo ? 'demo' : 'good'
    return {
      serviceId: 0,
      api: 'v2',
      plan: 'workflow',
      mode: 'flash',
      target,
      phone: numberFor(target),
      code: codeFor(target),
      callbackUrl: '',
    }
  })
  const known = (id: number | null) => services.find((service) => service.id === id)?.id
  const serviceId = known(wish.serviceId) ?? known(asked) ?? known(chosen) ?? services[0]?.id ?? 0
  return {
    value: { ...wish, serviceId },
    set: (part: Partial<Wish>) => setWish((before) => ({ ...before, ...part })),
  }
}
