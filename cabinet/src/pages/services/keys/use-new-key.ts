import type { KeyView, NewKey } from '@ringkey/server/cabinet-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { write } from '../../../api/client.ts'
import { keepKey } from './fresh-key.ts'

/** Makes a key at an address of the API; its dialog opens, and the list is read again. */
export function useNewKey(path: string, scope: KeyView['scope'], onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: object) => write<NewKey>(path, body),
    onSuccess: ({ service, name, secretKey }) => {
      onDone()
      keepKey({ serviceId: service.id, name, secretKey, scope })
      void client.invalidateQueries({ queryKey: ['keys', service.id] })
    },
  })
}
