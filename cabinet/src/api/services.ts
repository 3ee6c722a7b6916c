import { useRead } from './use-api.ts'

/** All services of the current account. */
export function useServices() {
  return useRead('/services')
}
