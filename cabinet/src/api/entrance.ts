import { useRead } from './use-api.ts'

/** How this installation lets people in and how a link reaches them. */
export function useEntrance() {
  return useRead('/entrance')
}
