import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useMe } from '../../api/me.ts'
import { useChosenService } from '../../frame/chosen-service.tsx'
import { type Choice, codeFor, numberFor, type Target } from './choice.ts'

export function useChoice(services: Answer<'/services'>) {
  const [search] = useSearchParams()
  const { account } = useMe()
  const { serviceId: chosen } = useChosenService()
  const asked = Number(search.get('service'))
  const [choice, setChoice] = useState<Choice>(() => {
    const target: Target = account?.demo ? 'demo' : 'own'
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
  const serviceId = known(choice.serviceId) ?? known(asked) ?? known(chosen) ?? services[0]?.id ?? 0
  return {
    value: { ...choice, serviceId },
    set: (part: Partial<Choice>) => setChoice((before) => ({ ...before, ...part })),
  }
}
