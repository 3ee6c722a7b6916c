import { useMutation } from '@tanstack/react-query'
import { write } from '../../api/client.ts'

export type Act = 'answer' | 'decline' | 'hang-up'

/** What is done with a call; the phone itself tells what became of it. */
export function useAct() {
  return useMutation({
    mutationFn: ({ id, act }: { readonly id: number; readonly act: Act }) =>
      write(`/phone/calls/${id}/${act}`),
  })
}
