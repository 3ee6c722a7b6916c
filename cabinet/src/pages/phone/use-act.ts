import { useMutation } from '@tanstack/react-query'
import { write } from '../../api/client.ts'

export type Act = 'answer' | 'decline' | 'hang-up'

/** An action on a call; the result arrives over the stream of the phone. */
export function useAct() {
  return useMutation({
    mutationFn: ({ id, act }: { readonly id: number; readonly act: Act }) =>
      write(`/phone/calls/${id}/${act}`),
  })
}
