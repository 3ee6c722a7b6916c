import { Type } from 'typebox'
import { installationSchema } from '../../../accounts/installation.ts'
import type { InstallationSettings } from '../../../storage/queries/installation.ts'

export const installationView = Type.Object({
  settings: Type.Unsafe<InstallationSettings>(installationSchema),
})
