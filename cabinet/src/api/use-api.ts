import type { Answer, WriteAnswer } from '@ringkey/server/cabinet-api'
import {
  type keepPreviousData,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { answerKey } from './answer-key.ts'
import { read, write } from './client.ts'
import type { Asked, PlainRead, PlainWrite, ReadPath, Sent, WritePath } from './routes.ts'

interface Options<Data> {
  readonly enabled?: boolean
  readonly gcTime?: number
  readonly refetchInterval?:
    | number
    | false
    | ((query: {
        readonly state: { readonly data: Data | undefined; readonly error: unknown }
      }) => number | false)
  readonly staleTime?: number
  readonly placeholderData?: typeof keepPreviousData
}

/** What the server answers, kept for all parts of a page that ask the same. */
export function useRead<Path extends ReadPath>(
  path: Path,
  ...[asked, options]: Path extends PlainRead
    ? [asked?: Asked<Path>, options?: Options<Answer<Path>>]
    : [asked: Asked<Path>, options?: Options<Answer<Path>>]
) {
  return useQuery({
    queryKey: answerKey(path, asked),
    queryFn: () => read(path, asked as Asked<Path>),
    ...(options as Options<unknown>),
  })
}

/** A change. What is kept under `refreshes` is read again before `onSuccess`, and after a refusal. */
export function useWrite<Path extends WritePath>(
  path: Path,
  options: {
    readonly refreshes?: QueryKey
    readonly onSuccess?: (answer: WriteAnswer<Path>) => unknown
  } = {},
) {
  const client = useQueryClient()
  const { refreshes, onSuccess } = options
  const refresh = async () => {
    if (refreshes !== undefined) await client.invalidateQueries({ queryKey: refreshes })
  }
  return useMutation({
    mutationFn: (sent: Path extends PlainWrite ? Sent<Path> | undefined : Sent<Path>) =>
      write(path, sent as Sent<Path>),
    onSuccess: async (answer) => {
      await refresh()
      await onSuccess?.(answer)
    },
    // The refusal is shown at once.
    onError: () => void refresh(),
  })
}
