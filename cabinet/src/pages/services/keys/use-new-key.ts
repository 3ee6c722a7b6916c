import type { WriteAnswer } from '@ringkey/server/cabinet-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerKey } from '../../../api/answer-key.ts'
import { write } from '../../../api/client.ts'
import type { Sent } from '../../../api/routes.ts'
import { keepKey, type ServiceKey } from './fresh-key.ts'

type Path = '/services/:service/keys' | '/services/:service/keys/:key/rotate'

/** Makes a key at an address of the API; its dialog opens, and the list is read again. */
export function useNewKey<Made extends Path>(path: Made, scope: ServiceKey['scope'], onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sent: Sent<Made>): Promise<WriteAnswer<'/services/:service/keys'>> => write(path, sent),
    onSuccess: ({ service, name, secretKey }) => {
      onDone()
      keepKey({ serviceId: service.id, name, secretKey, scope })
      void client.invalidateQueries({ queryKey: answerKey('/services/:id/keys', { id: service.id }) })
    },
  })
}
