import type { Answer, WriteAnswer } from '@ringkey/server/cabinet-api'
import {
  type keepPreviousData,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
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

/** Under which an answer is kept: the words of its path, then what else is asked. */
export function keyOf(path: string, asked: Readonly<Record<string, unknown>> = {}): QueryKey {
  const rest = { ...asked }
  const words = path
    .slice(1)
    .split('/')
    .map((word) => {
      if (!word.startsWith(':')) return word
      const name = word.slice(1)
      delete rest[name]
      return String(asked[name])
    })
  return Object.keys(rest).length === 0 ? words : [...words, rest]
}

/** What the server answers, kept for all parts of a page that ask the same. */
export function useRead<Path extends ReadPath>(
  path: Path,
  ...[asked, options]: Path extends PlainRead
    ? [asked?: Asked<Path>, options?: Options<Answer<Path>>]
    : [asked: Asked<Path>, options?: Options<Answer<Path>>]
) {
  return useQuery({
    queryKey: keyOf(path, asked),
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
    onError: refresh,
  })
}
