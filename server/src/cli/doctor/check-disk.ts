import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type CheckResult, fail, ok, warn } from './check-result.ts'

const bytesPerMegabyte = 1_000_000
const failBelowMegabytes = 100
/** A day of ten calls per second takes about 500 MB: enough time to notice and act. */
const warnBelowMegabytes = 1_000

export function checkDisk(folder: string): CheckResult[] {
  const shown = resolve(folder)
  if (!existsSync(folder)) {
    return [warn('folder', `${shown} is not there yet`, 'The first start makes it; or correct RINGKEY_DATA.')]
  }
  return [checkFolder(folder, shown), checkSpace(folder)]
}

function checkFolder(folder: string, shown: string): CheckResult {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return fail('folder', `${shown} is not writable`, `Give this user the folder: chown -R USER ${shown}`)
  }
  const isOpen = (statSync(folder).mode & 0o077) !== 0
  return isOpen
    ? warn('folder', `others on this machine may look into ${shown}`, `chmod 700 ${shown}`)
    : ok('folder', shown)
}

function checkSpace(folder: string): CheckResult {
  const { bavail, bsize } = statfsSync(folder)
  const free = Math.floor((bavail * bsize) / bytesPerMegabyte)
  const says = `${free.toLocaleString('en-US')} MB free`
  const advice = 'Free some space or move the data folder: on a full disk nothing is started (error 503).'
  if (free < failBelowMegabytes) return fail('disk', says, advice)
  return free < warnBelowMegabytes ? warn('disk', says, advice) : ok('disk', says)
}
