import type { Answer } from '@ringkey/server/cabinet-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerKey } from '../../api/answer-key.ts'
import { write } from '../../api/client.ts'
import type { Sent } from '../../api/routes.ts'

export type ServiceChanges = Omit<Sent<'/services/:service'>, 'service'>

/** Stores the changed service in the query cache for its page and the list. */
export function useSetService() {
  const client = useQueryClient()
  return (service: Answer<'/services/:id'>) => {
    client.setQueryData(answerKey('/services/:id', { id: service.id }), service)
    void client.invalidateQueries({ queryKey: ['services'], exact: true })
  }
}

export function useChangeService(id: number) {
  const setService = useSetService()
  return useMutation({
    mutationFn: (changes: ServiceChanges) => write('/services/:service', { service: id, ...changes }),
    onSuccess: setService,
  })
}
