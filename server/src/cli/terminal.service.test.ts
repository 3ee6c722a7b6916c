import { userInfo } from 'node:os'
import { afterEach, expect, it, vi } from 'vitest'
import { systemTerminal } from './terminal.ts'

afterEach(() => void vi.unstubAllEnvs())

it('terminal: the user is the one before sudo, otherwise that of the process', () => {
  vi.stubEnv('SUDO_USER', 'ann')
  expect(systemTerminal().user).toBe('ann')
  vi.stubEnv('SUDO_USER', undefined)
  expect(systemTerminal().user).toBe(userInfo().username)
})
