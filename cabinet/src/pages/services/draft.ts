import type { ServiceDetail } from '@ringkey/server/cabinet-api'
import type { ServiceChanges } from './use-change-service.ts'

type Settings = ServiceDetail['settings']

/** What the form holds while somebody types. */
export interface Draft
  extends Omit<Settings, 'allowedAddresses' | 'legacyRepeats' | 'workflow' | 'addressLimits'> {
  readonly name: string
  readonly useDirection: string
  /** One to a line. */
  readonly allowedAddresses: string
}

export function draftOf({ name, useDirection, settings }: ServiceDetail): Draft {
  // The workflow and the limits of addresses have forms of their own.
  const { legacyRepeats: _, workflow: __, addressLimits: ___, allowedAddresses, ...others } = settings
  return { name, useDirection, ...others, allowedAddresses: allowedAddresses.join('\n') }
}

/** Only changed fields are sent, so that changes of a colleague are not overwritten. */
export function changesIn(draft: Draft, service: ServiceDetail): ServiceChanges {
  const { name, useDirection, allowedAddresses, ...others } = draft
  const wanted = { ...others, allowedAddresses: linesOf(allowedAddresses) }
  const settings = Object.fromEntries(
    Object.entries(wanted).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(service.settings[key as keyof Settings]),
    ),
  )
  return {
    ...(name === service.name ? {} : { name }),
    ...(useDirection === service.useDirection ? {} : { useDirection }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  }
}

function linesOf(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
